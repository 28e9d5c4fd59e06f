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

interface RefusalDetails {
  sentence?: string | undefined;
  headers?: Record<string, string>;
  errors?: FieldError[];
}

/** An answer of 4xx. Without a sentence of its own it says the operation's. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly sentence?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly errors?: FieldError[];

  constructor(
    readonly status: number,
    details: RefusalDetails = {},
  ) {
    super(details.sentence);
    Object.assign(this, details);
  }
}

export const badRequest = (errors: FieldError[], sentence?: string) => new Refusal(400, { errors, sentence });

export const unauthorized = (sentence: string) =>
  new Refusal(401, { sentence, headers: { 'www-authenticate': 'Bearer' } });

export const notFound = (sentence?: string) => new Refusal(404, { sentence });

export const methodNotAllowed = (allow: string) => new Refusal(405, { headers: { allow } });

export const tooLarge = (errors: FieldError[]) => new Refusal(413, { errors });

export const unprocessable = (errors: FieldError[], sentence?: string) =>
  new Refusal(422, { errors, sentence });

const sentenceOf = ([first]: FieldError[]) => `Validation failed: ${first?.message}`;

/** A body that fits no schema, told by the first thing wrong with it. */
export const validationFailed = (errors: FieldError[]) => unprocessable(errors, sentenceOf(errors));

/** What has to be unique and is not. */
export function taken(field: string): Refusal {
  const errors = [fieldError(field, 'has already been taken')];
  return new Refusal(409, { errors, sentence: sentenceOf(errors) });
}
