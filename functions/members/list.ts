import { readEvent } from '../../lib/events/read-event.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { listOf, listResponse } from '../../lib/lists/page.ts';
import { memberResponse, membersParameters, toMemberResponses } from '../../lib/members/response.ts';
import { getMembers } from '../../lib/members/repository.ts';

export const handler = endpoint({
  summary: "List an event's owner and members",
  method: 'GET',
  authentication: bearer,
  input: { path: membersParameters },
  success: 200,
  output: listResponse(memberResponse),
  errors: [404],
  messages: { failure: 'Members failed to load', 404: 'Event not found' },
  handle: async ({ path }, { accountId }) => {
    const shared = await readEvent('membersList', accountId, path.event_id, getMembers);
    return shared ? { body: listOf(await toMemberResponses(shared, accountId)) } : notFound();
  },
});
