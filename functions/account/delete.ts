import { accountDeletion, deleteAccount } from '../../lib/erasure/delete-account.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { COUNT_ATTEMPTS, ERASE_ACCOUNTS, may, mayTogether } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Delete your account with all that belongs to it',
  description:
    'Needs your password. Your events are deleted for their members too, unless you hand them over before. Events that ' +
    'others share with you stay.',
  method: 'POST',
  route: '/account/delete',
  permissions: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    COUNT_ATTEMPTS,
    mayTogether(['UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    ERASE_ACCOUNTS,
  ],
  load: 'hashing',
  authentication: session,
  input: { body: accountDeletion },
  errors: [401, 422, 429],
  messages: { success: 'Account deleted successfully', failure: 'Account failed to delete' },
  handle: ({ body }, caller) => deleteAccount(caller, body),
});
