import * as z from 'zod/mini';
import { access } from '../auth/access-token.ts';

const common = {
  /** Unix time (milliseconds) of the request. */
  time: z.int(),
};
const ofAccount = { ...common, account_id: z.string() };

const event = { event_id: z.int(), event_date: z.string() };

/** Payload of the function that sends mails. It holds no token. */
export const mailRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('verify_email'),
    ...ofAccount,
    /** True if it already counts toward the limits of mails. */
    is_counted: z.boolean(),
  }),
  z.object({ kind: z.literal('reset_password'), ...common, email: z.string() }),
  z.object({
    kind: z.literal('change_email'),
    ...ofAccount,
    new_email: z.string(),
    /** Fingerprint of the account at the time of the request: if it has changed since, no mail is sent. */
    fingerprint: z.string(),
  }),
  z.object({
    kind: z.literal('invited'),
    ...common,
    email: z.string(),
    inviter_id: z.string(),
    invitation_id: z.int(),
  }),
  z.object({
    kind: z.literal('offered'),
    ...common,
    ...event,
    email: z.string(),
    /** Unix times in seconds between which the offer can be accepted. */
    from: z.int(),
    until: z.int(),
  }),
  z.object({ kind: z.enum(['ownership_accepted', 'ownership_declined']), ...ofAccount, ...event }),
  z.object({ kind: z.literal('token_created'), ...ofAccount, access, expires_on: z.string() }),
  z.object({
    kind: z.literal('share_link_created'),
    ...ofAccount,
    expires_on: z.string(),
    /** From `knownClient`. Version 0.4 sends none. */
    client: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('email_changed'), ...ofAccount, old_email: z.string() }),
  z.object({
    kind: z.enum([
      ...['password_changed', 'ownership_offered', 'factor_added', 'factor_removed', 'code_wrong'],
      ...['recovery_code_used', 'recovery_codes_created'],
    ] as const),
    ...ofAccount,
  }),
]);

export type MailRequest = z.output<typeof mailRequest>;

type WithoutTime<Request> = Request extends unknown ? Omit<Request, 'time'> : never;

/** A request that is about to be queued. */
export type NewMailRequest = WithoutTime<MailRequest>;
