import { type FieldProblem, type Problem, problem } from './problem.ts';

/** What the service needs is not available now. The caller may retry. */
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

/** DynamoDB throttled the request or was unreachable, after all retries. `cause` is the SDK's last error. */
export class DatabaseUnavailableError extends UnavailableError {
  override name = 'DatabaseUnavailableError';
}

/** The deployment sends no mail. */
export class MailDisabledError extends Error {
  override name = 'MailDisabledError';

  constructor() {
    super('MAIL_FROM is not set, so no mail is sent');
  }
}

/** What was asked for is not done, for a reason that the caller is told. */
export class RefusalError extends Error {
  override name = 'RefusalError';
}

/** There is no such thing, or the caller may not know of it. */
export class NotFoundError extends RefusalError {
  override name = 'NotFoundError';
}

/** It has none of the versions that the caller names. */
export class PreconditionError extends RefusalError {
  override name = 'PreconditionError';
  /** The fields that name them, if `If-Match` doesn't. */
  readonly fields: string[] | undefined;

  constructor(fields?: string[]) {
    super('It has another version');
    this.fields = fields;
  }
}

/** It has a version that the caller names, but only weakly. */
export class WeakVersionError extends RefusalError {
  override name = 'WeakVersionError';
}

/** Something is wrong with one field. */
class FieldProblemError extends RefusalError {
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/** The caller may know of it, but not do this. */
export class ForbiddenError extends FieldProblemError {
  override name = 'ForbiddenError';
}

/** The state of what is stored doesn't allow it, or it would exceed a limit. */
export class ConflictError extends FieldProblemError {
  override name = 'ConflictError';
  /** After which it may be possible, if that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(field: string, problem: Problem, retryAfterSeconds?: number) {
    super(field, problem);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What a write did can't be undone, because these fields and things were changed since. */
export class ChangedSinceError extends RefusalError {
  override name = 'ChangedSinceError';
  readonly changed: FieldProblem[];

  constructor(...changed: FieldProblem[]) {
    super('It was changed since');
    this.changed = changed;
  }
}

/**
 * Maximum size of an event with its budgets. Every write costs a unit for each KB, and DynamoDB gives a partition 1,000 units a
 * second. Its own maximum for an item is 400 KB.
 */
export const MAX_EVENT_KB = 200;

export const eventTooLarge = () =>
  new ConflictError(
    'event',
    problem('too_large', 'is too large (maximum is {maximum} {unit} including its budgets)', {
      maximum: MAX_EVENT_KB,
      unit: 'KB',
    }),
  );

/** The items of a partition would exceed DynamoDB's 10 GB. */
export const accountFull = () =>
  new ConflictError(
    'events',
    problem('full', 'are full (maximum is {maximum} {unit} per account)', { maximum: 10, unit: 'GB' }),
  );

/** Fields are invalid for reasons that their schema can't know. */
export class InvalidFieldsError extends RefusalError {
  override name = 'InvalidFieldsError';
  readonly fields: FieldProblem[];

  constructor(...fields: FieldProblem[]) {
    super(fields.map(({ field, problem }) => `${field} ${problem}`).join(', '));
    this.fields = fields;
  }
}

/** The current password that a caller sent is wrong. */
export class WrongPasswordError extends InvalidFieldsError {
  override name = 'WrongPasswordError';
  /** An HMAC of the e-mail address, for the log, if the call has no session that tells whose account it is. */
  readonly emailHmac: string | undefined;

  constructor(emailHmac?: string) {
    super({ field: 'password', problem: problem('wrong', 'is wrong') });
    this.emailHmac = emailHmac;
  }
}

/** The account has a second factor, and the call has no code of it. */
export class MissingCodeError extends ForbiddenError {
  override name = 'MissingCodeError';

  constructor() {
    super('code', problem('second_factor', 'Send the code of your authenticator app, or a recovery code.'));
  }
}

export const WRONG_CODE = problem('wrong', 'is wrong or was used before');

/** The code of the account's second factor is wrong, or was used before. */
export class WrongCodeError extends ForbiddenError {
  override name = 'WrongCodeError';
  /** An HMAC of the e-mail address, for the log. */
  readonly emailHmac: string;

  constructor(emailHmac: string) {
    super('code', WRONG_CODE);
    this.emailHmac = emailHmac;
  }
}

/** No account has these credentials. */
export class LoginFailedError extends RefusalError {
  override name = 'LoginFailedError';
  /** An HMAC of the e-mail address, for the log. */
  readonly emailHmac: string | undefined;

  constructor(emailHmac: string | undefined) {
    super('Invalid username or password');
    this.emailHmac = emailHmac;
  }
}

/** The caller's session ended while the call was under way. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError';
}

/** A share link has ended. */
export class LinkEndedError extends Error {
  override name = 'LinkEndedError';
}

/** A function could not be invoked, after all retries. `cause` is the SDK's last error. */
export class InvocationError extends UnavailableError {
  override name = 'InvocationError';
}

/** A secret could not be read, after all retries. `cause` is the SDK's last error. */
export class SecretUnavailableError extends UnavailableError {
  override name = 'SecretUnavailableError';
}

/** Other requests keep changing what this one needs, or it can't be known whether it was done. */
export class RetryLaterError extends UnavailableError {
  override name = 'RetryLaterError';
}

/** The rate limit is reached. The next attempt is possible after `retryAfterSeconds`. */
export class RateLimitError extends Error {
  override name = 'RateLimitError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Rate limit reached');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
