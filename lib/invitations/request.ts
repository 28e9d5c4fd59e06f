import * as z from 'zod/mini';
import { currentPassword } from '../accounts/check-password.ts';
import { sentCode } from '../accounts/code.ts';
import { emailAddress } from '../accounts/fields.ts';

export const eventOffer = z
  .object({ email: emailAddress, password: currentPassword, code: sentCode })
  .check(z.meta({ id: 'EventOffer', examples: [{ email: 'grace@example.com', password: 'correct horse' }] }));

export type EventOffer = z.output<typeof eventOffer>;
