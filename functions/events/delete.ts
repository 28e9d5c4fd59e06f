import { OWNER } from '../../lib/auth/roles.ts';
import { accountFull } from '../../lib/errors.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { writeHeaders } from '../../lib/http/write.ts';
import { byKey } from '../../lib/idempotency/record.ts';
import { count } from '../../lib/lists/page.ts';
import { may, mayTogether, SEE_IDEMPOTENCY_RECORD, SEE_SESSION } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { isOpen } from '../../lib/plan/invitation.ts';
import { trashed } from '../../lib/trash/list-trash.ts';

export const handler = endpoint({
  summary: 'Delete an event and its budgets',
  description:
    'It is gone for its members too. For 30 days, you can restore it from the trash, without its members, invitations and ' +
    'share link. With `Prefer: return=representation`, the response says how many of them are removed.',
  method: 'POST',
  route: '/events/delete/{id}',
  permissions: [
    SEE_SESSION,
    SEE_IDEMPOTENCY_RECORD,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM', 'EMAIL', 'LINK'),
  ],
  authentication: sessionOrToken('write'),
  roles: OWNER,
  idempotent: byKey('eventsDelete'),
  input: { path: eventParameters, headers: writeHeaders },
  representation: { members_removed: count, invitations_removed: count },
  errors: [403, 404, 409, 412],
  conflicts: [accountFull],
  messages: { success: 'Event deleted successfully', failure: 'Event failed to delete', bare: [404] },
  handle: ({ path, headers }, caller, idempotencyRecord) =>
    changeEvent(caller, path.id, {
      decide: trashed,
      versions: headers['if-match'],
      reply: ({ before: { members, invitations } }) => ({
        representation: () => ({
          members_removed: members.length,
          invitations_removed: invitations.filter(isOpen).length,
        }),
      }),
      idempotencyRecord,
    }),
});
