import * as z from 'zod/mini';
import { currentPassword } from '../accounts/check-password.ts';
import { sentCode } from '../accounts/code.ts';
import { emailAddress } from '../accounts/fields.ts';
import { idParameter } from '../id.ts';

export const ownershipOfferInput = z
  .object({ email: emailAddress, password: currentPassword, code: sentCode })
  .check(
    z.meta({
      id: 'OwnershipOfferInput',
      examples: [{ email: 'grace@example.com', password: 'correct horse' }],
    }),
  );

export type OwnershipOfferInput = z.output<typeof ownershipOfferInput>;

export const invitationParameters = z.object({ id: idParameter('invitation') });
