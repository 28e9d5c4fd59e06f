import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { memberChanges, memberParameters } from '../../lib/members/response.ts';
import { setRole } from '../../lib/members/repository.ts';

export const handler = endpoint({
  summary: 'Give a member of your event another role',
  method: 'POST',
  authentication: bearer,
  input: { path: memberParameters, body: memberChanges },
  success: 200,
  errors: [403, 404],
  messages: { success: 'Member saved successfully', failure: 'Member failed to save' },
  handle: async ({ path, body }, { accountId }) => {
    await setRole(accountId, path.event_id, path.id, body.role);
    return {};
  },
});
