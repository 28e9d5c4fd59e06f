import * as z from 'zod/mini';
import { nameFields } from '../../lib/accounts/fields.ts';
import { updateNames } from '../../lib/accounts/update-names.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHANGE_NAMES } from '../../lib/permissions.ts';
import { changesOf } from '../../lib/schema.ts';

const accountChanges = changesOf(nameFields).check(
  z.meta({ id: 'AccountChanges', examples: [{ first_name: 'Grace' }] }),
);

export const handler = endpoint({
  summary: 'Update your names',
  description: 'Fields that are left out keep their values.',
  method: 'POST',
  route: '/account/update',
  permissions: CHANGE_NAMES,
  authentication: session,
  input: { body: accountChanges },
  errors: [401],
  messages: { success: 'Account saved successfully', failure: 'Account failed to save' },
  handle: ({ body }, caller) => updateNames(caller, body),
});
