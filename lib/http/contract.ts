import type * as z from 'zod/mini';
import type { Role } from '../auth/roles.ts';
import type { Rejection } from '../errors.ts';
import type { Idempotency, IdempotencyRecord } from '../idempotency/record.ts';
import type { Permission } from '../permissions.ts';
import type { Admitted, Authentication } from './authentication.ts';
import type { BodyFormats } from './body-format.ts';
import type { ErrorStatus } from './errors.ts';
import type { InputOf, InputShape } from './input.ts';
import type { HttpResponse, Messages, Representation, ResponseParts } from './responses.ts';
import type { StaticFile } from './static-file.ts';

/** Schemas of the fields of a success response, besides `status` and `message`. */
export type OutputShape = Record<string, z.ZodMiniType>;

/** All that an endpoint takes and may return. The handler, its types and the OpenAPI document follow from it. */
export interface Contract<
  Shape extends InputShape = InputShape,
  Output extends OutputShape = OutputShape,
  Header extends string = string,
  Represented extends OutputShape = OutputShape,
> {
  summary: string;
  description?: string;
  method: 'GET' | 'POST' | 'ANY';
  /** Its path, or `*` for every other. API Gateway sends it all methods, so that it responds 405 to a wrong one. */
  route: string;
  /** Further paths, such as of a page's files. */
  further?: readonly string[];
  /** All that it may do in the table, and what else it may ask for. */
  permissions: readonly Permission[];
  /** Gives it a whole core: to hash or compare passwords, or to read or write much. */
  load?: 'hashing' | 'heavy';
  /** A limit for all callers of a route together; serverless.yml has the numbers. What hashes has that of `auth`. */
  throttle?: 'auth' | 'expensive' | 'static';
  usesServiceUrl?: true;
  authentication: Pick<Authentication<Admitted>, 'scheme' | 'access'>;
  /** The roles of which one suffices if the operation is on an event of another account. Its owner needs none. */
  roles?: readonly Role[];
  idempotent?: Idempotency;
  input: Shape;
  /** Query parameters of earlier versions, each with what to send instead. Ignored, they would get another response. */
  removed?: Readonly<Record<string, string>>;
  bodies?: BodyFormats;
  /** 200 if not set. */
  success?: 200 | 201;
  output?: Output;
  /** Further fields of a success that shows what was written. The input has the header `prefer`, which asks for it. */
  representation?: Represented;
  /** Headers of the success response, each with its description. */
  headers?: Record<Header, string>;
  /** Media type of a success response that is a file instead of JSON. */
  serves?: string;
  /** The errors that `handle` may throw. The pipeline has its own: see `errorsOf`. */
  errors: readonly ErrorStatus[];
  /** Rejections that a 409 may report, as examples in the OpenAPI document. */
  conflicts?: (() => Rejection)[];
  /** Rejections that a 403 may report besides a role that is none of these `roles`. */
  forbidden?: (() => Rejection)[];
  /** The status for a query or body that its schema rejects: 422 if not set. For a header it is 400. */
  invalidStatus?: 400 | 422;
  messages: Messages;
}

interface ResultExtras {
  /** True if nothing was changed because the caller wanted no more than the errors. */
  isDryRun?: boolean;
  /** Sent instead of a JSON body. */
  file?: StaticFile;
  /** A path to which the response sends a browser, with 302, instead of a body. */
  redirect?: string;
  /** Makes what is sent instead of a JSON body, in the media type that the contract serves. Called if the client needs it. */
  text?: () => string | Promise<string>;
  /** Sent as it is: the endpoint speaks another protocol. */
  response?: HttpResponse;
  /** The account that signed up or logged in; for the log. */
  accountId?: string;
}

/** Result of `handle` on success, whatever its contract. */
export interface Handled extends ResultExtras, ResponseParts {
  representation?: Representation;
}

/** Result of `handle` on success. Its types follow from the contract. */
type Result<
  Output extends OutputShape,
  Header extends string,
  Represented extends OutputShape,
> = ResultExtras & {
  /** Called if the request prefers to see what was written. */
  representation?: Representation<z.output<ReturnType<typeof z.object<Represented>>>>;
} & ([keyof Output] extends [never]
    ? { body?: never }
    : { body: z.output<ReturnType<typeof z.object<Output>>> }) &
  ([Header] extends [never] ? { headers?: never } : { headers: Record<Header, string> });

/** The result of a write that responds with its message only. */
type Nothing<Output extends OutputShape, Header extends string> = [keyof Output | Header] extends [never]
  ? Promise<void>
  : never;

/**
 * Makes the change that stores the result of a write under the request's `Idempotency-Key`, in the transaction of the write.
 * `undefined` without a key.
 */
type StoringResult<Result> = ((result: Result) => ReturnType<IdempotencyRecord['put']>) | undefined;

export interface Endpoint<
  Who extends Admitted,
  Shape extends InputShape,
  Output extends OutputShape,
  Header extends string,
  Represented extends OutputShape,
> extends Contract<Shape, Output, Header, Represented> {
  authentication: Authentication<Who>;
  handle: (
    input: InputOf<Shape>,
    caller: Who,
    idempotencyRecord: StoringResult<Result<NoInfer<Output>, NoInfer<Header>, NoInfer<Represented>>>,
  ) =>
    | Promise<Result<NoInfer<Output>, NoInfer<Header>, NoInfer<Represented>>>
    | Nothing<NoInfer<Output>, NoInfer<Header>>;
}
