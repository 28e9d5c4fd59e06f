import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { memberParameters } from '../../lib/members/response.ts';
import { removeMember } from '../../lib/members/remove-member.ts';

export const handler = endpoint({
  summary: 'Remove a member from your event, or yourself from an event',
  method: 'POST',
  authentication: bearer,
  input: { path: memberParameters },
  success: 200,
  errors: [403, 404],
  messages: { success: 'Member removed successfully', failure: 'Member failed to be removed' },
  handle: async ({ path }, { accountId }) => {
    await removeMember(accountId, path.event_id, path.id);
    return {};
  },
});
