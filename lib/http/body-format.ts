import type { FieldError } from './errors.ts';

/** A format of bodies besides JSON. */
export interface BodyFormat {
  /** A short body in this format. */
  example: string;
  /** Converts a body to what it would be in JSON. Throws an `HttpError` if it is malformed. */
  read: (text: string, query: Record<string, string | undefined>) => ConvertedBody;
}

/** A body that was in another format than JSON. */
export interface ConvertedBody {
  value: object;
  /** What is wrong with the body and can't be seen in its value. */
  errors: FieldError[];
  /** Says of errors in the value where in the body they are. */
  locate: (errors: FieldError[]) => FieldError[];
}
