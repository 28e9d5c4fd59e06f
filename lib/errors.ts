import { type FieldProblem, problem } from './problem.ts';

/** A dependency is unavailable. The caller may retry. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/** Version 0.3 has stored an event. Only version 0.4 can upgrade it. */
export class OldEventError extends Error {
  override name = 'OldEventError';

  constructor() {
    super('An event was stored by version 0.3. Upgrade to version 0.4 first');
  }
}

/** A request failed after all retries. `cause` is the SDK's last error. */
export class DatabaseUnavailableError extends UnavailableError {
  override name = 'DatabaseUnavailableError';
}

export class InvocationError extends UnavailableError {
  override name = 'InvocationError';
}

export class SecretUnavailableError extends UnavailableError {
  override name = 'SecretUnavailableError';
}

/** Other requests keep changing what this one needs, or it can't be known whether it was done. */
export class RetryLaterError extends UnavailableError {
  override name = 'RetryLaterError';
}

/** lib/http/errors.ts has the response to each. */
export type Reason =
  | 'malformed'
  | 'unauthorized'
  | 'login_failed'
  | 'forbidden'
  | 'insufficient_scope'
  | 'missing_code'
  | 'wrong_code'
  /** It may also be there, but not for this caller. */
  | 'not_found'
  | 'no_calendar'
  | 'wrong_method'
  /** The stored state doesn't allow it. */
  | 'conflict'
  | 'changed'
  | 'too_large'
  | 'unsupported'
  | 'invalid'
  | 'wrong_password'
  | 'too_many'
  | 'mail_disabled';

interface Details {
  retryAfterSeconds?: number;
  /** An HMAC of the e-mail address, for the log of a call without a session. */
  emailHmac?: string | undefined;
  allow?: string;
}

/** A request is rejected, for a reason that the caller is told. */
export class Rejection extends Error {
  override name = 'Rejection';
  readonly reason: Reason;
  /** Problems of fields, unless the reason says it. */
  readonly problems: FieldProblem[];
  readonly details: Details;

  constructor(reason: Reason, problems: FieldProblem | FieldProblem[] = [], details: Details = {}) {
    const listed = [problems].flat();
    const [first] = listed;
    super(first ? `${reason}: ${first.field} ${first.problem}` : reason);
    this.reason = reason;
    this.problems = listed;
    this.details = details;
  }
}

const WRONG_CODE = problem('wrong', 'is wrong or has already been used');
const WRONG_APP_CODE = problem(
  'wrong',
  "Code is wrong or has already been used. Check that the phone's clock is right.",
);

export const wrongCode = (isOfApp: boolean): FieldProblem => ({
  field: 'code',
  problem: isOfApp ? WRONG_APP_CODE : WRONG_CODE,
});

/** `version` is the one that is there. */
export const changedMeanwhile = (version: number) =>
  problem('changed', 'This was changed in the meantime. Load it again and repeat your change.', { version });

const ofTag = (problem: string) => new Rejection('changed', { field: 'If-Match', problem });

export const staleTag = (version: number) => ofTag(changedMeanwhile(version));

/** The current version is named, but only weakly. */
export const weakTag = (version: number) =>
  ofTag(problem('weak', 'A weak tag never matches. Send the tag without the W/ prefix.', { version }));

/** The deployment sends no mail. The operator finds in the log why. */
export class MailDisabledError extends Rejection {
  override name = 'MailDisabledError';
  override message = 'MAIL_FROM is not set, so no mail is sent';

  constructor() {
    super('mail_disabled');
  }
}

export const notFound = () => new Rejection('not_found');

export const isRejection = (error: unknown, reason: Reason): error is Rejection =>
  error instanceof Rejection && error.reason === reason;

/**
 * Maximum size of an event with its budgets. Every write costs a unit for each KB, and DynamoDB gives a partition 1,000 units a
 * second. Its own maximum for an item is 400 KB.
 */
export const MAX_EVENT_KB = 200;

export const eventTooLarge = () =>
  new Rejection('conflict', {
    field: 'event',
    problem: problem('too_large', 'is too large (maximum is {maximum} {unit} including its budgets)', {
      maximum: MAX_EVENT_KB,
      unit: 'KB',
    }),
  });

/** The items of a partition would exceed DynamoDB's 10 GB. */
export const accountFull = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem('full', 'An account can store at most {maximum} {unit} of events.', {
      maximum: 10,
      unit: 'GB',
    }),
  });

export function tooMany(retryAfterSeconds: number) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : '{minutes} minutes';
  return new Rejection(
    'too_many',
    { field: 'request', problem: problem('too_many', `Try again in ${wait}.`, { minutes }) },
    { retryAfterSeconds },
  );
}
