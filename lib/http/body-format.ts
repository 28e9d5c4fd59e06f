import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FieldProblem } from '../problem.ts';

/** Body format of an operation that takes more than JSON of up to 64 KiB. */
export interface BodyFormats {
  maxBytes: number;
  /** A short body in each further format, by media type. */
  examples: Record<string, string>;
  read: (request: APIGatewayProxyEventV2) => ReadBody;
}

export interface ReadBody {
  /** The body as JSON. */
  value: object | undefined;
  /** Of a body in another format than JSON. */
  converted?: {
    /** Problems that can't be seen in the value. */
    problems: FieldProblem[];
    /** Adds to an error where in the body its fields are. */
    locate: (error: unknown) => unknown;
  };
}
