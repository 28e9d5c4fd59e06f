/** What is wrong with one field, as a sentence. */
export interface FieldError {
  field: string;
  message: string;
}

/** `complaint` goes on where the name of the field stops. */
export function fieldError(field: string, complaint: string): FieldError {
  const [initial = '', ...rest] = field.replaceAll('_', ' ');
  return { field, message: `${initial.toUpperCase()}${rest.join('')} ${complaint}.` };
}

/** What the log calls a refusal that tells of an attack, or of someone in trouble. */
type SecurityEvent = 'login_failed' | 'token_refused' | 'limit_reached';

export interface RefusalDetails {
  securityEvent?: SecurityEvent;
  sentence?: string | undefined;
  headers?: Record<string, string>;
  errors?: FieldError[];
}

/** An answer that refuses. Without a sentence of its own it says the operation's. */
export class Refusal extends Error {
  override name = 'Refusal';

  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, details: RefusalDetails = {}) {
    super(details.sentence);
    this.status = status;
    this.details = details;
  }
}

export const badRequest = (errors: FieldError[], sentence?: string) => new Refusal(400, { errors, sentence });

const unauthorized = (securityEvent: SecurityEvent) =>
  new Refusal(401, { securityEvent, headers: { 'www-authenticate': 'Bearer' } });

export const loginFailed = () => unauthorized('login_failed');

export const tokenRefused = () => unauthorized('token_refused');

export const notFound = () => new Refusal(404);

export const methodNotAllowed = (allow: string) => new Refusal(405, { headers: { allow } });

export const conflict = (errors: FieldError[]) => new Refusal(409, { errors });

export const tooLarge = (errors: FieldError[]) => new Refusal(413, { errors });

export const unprocessable = (errors: FieldError[], sentence?: string) =>
  new Refusal(422, { errors, sentence });

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Refusal(429, { securityEvent: 'limit_reached', headers: { 'retry-after': String(retryAfterSeconds) } });

export const unavailable = () => new Refusal(503, { headers: { 'retry-after': '5' } });

/** A body that fits no schema, told by the first thing wrong with it. */
export const validationFailed = (errors: FieldError[]) =>
  unprocessable(errors, `Validation failed: ${errors[0]?.message}`);

/** What has to be unique and is not. */
export const taken = (field: string) => conflict([fieldError(field, 'has already been taken')]);
