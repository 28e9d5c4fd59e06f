import * as z from 'zod/mini';
import { currentPassword } from '../accounts/check-password.ts';
import { sentCode } from '../accounts/code.ts';
import { emailAddress } from '../accounts/fields.ts';
import { role } from '../auth/roles.ts';
import { problem } from '../problem.ts';
import { BLANK } from '../schema.ts';

const givenRole = z
  .enum(role.options, {
    error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be viewer or editor')),
  })
  .check(
    z.meta({
      description:
        'A `viewer` may read and copy the event. An `editor` may also change it, its budgets and their payments',
    }),
  );

export const newMember = z
  .object({ email: emailAddress, role: givenRole })
  .check(z.meta({ id: 'MemberInput', examples: [{ email: 'grace@example.com', role: 'editor' }] }));

export const memberChanges = z
  .object({ role: givenRole })
  .check(z.meta({ id: 'MemberChanges', examples: [{ role: 'viewer' }] }));

export const ownershipOfferInput = z
  .object({ email: emailAddress, password: currentPassword, code: sentCode })
  .check(
    z.meta({
      id: 'OwnershipOfferInput',
      examples: [{ email: 'grace@example.com', password: 'correct horse' }],
    }),
  );
