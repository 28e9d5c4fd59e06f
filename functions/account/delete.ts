import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { accountDeletion, deleteAccount } from '../../lib/erasure/delete-account.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, ERASE_ACCOUNTS, HAVE_MAIL_SENT, may, mayTogether } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Delete your account with all that belongs to it',
  description:
    'Needs your password, and a code if you have a second factor. Your events are deleted for their members too, unless ' +
    'you hand them over before. Events that others share with you stay.',
  method: 'POST',
  route: '/account/delete',
  permissions: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    CHECK_AND_COUNT,
    mayTogether(['UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    ERASE_ACCOUNTS,
    HAVE_MAIL_SENT,
  ],
  load: 'hashing',
  authentication: session,
  input: { body: accountDeletion },
  errors: [401, 403, 422, 429],
  forbidden: CODE_REJECTIONS,
  messages: { success: 'Account deleted successfully', failure: 'Account failed to delete' },
  handle: ({ body }, caller) => deleteAccount(caller, body),
});
