// What is used of dynalite.

declare module 'dynalite/db' {
  export interface Options {
    path?: string;
    createTableMs: number;
  }
  export type Item = Record<string, object>;
  export interface Table {
    TableName: string;
  }
  export interface ResponseError extends Error {
    statusCode: number;
    body: { __type: string; message: string; Item?: object };
  }
  export type Done<Result = void> = (error: Error | null | undefined, result: Result) => void;
  export interface Units {
    TableName: string;
    CapacityUnits: number;
  }
  export type Action = (view: View, request: object, done: Done<{ ConsumedCapacity?: Units }>) => void;

  /** A write of LevelDB. */
  export interface Write {
    type: 'put' | 'del';
    key: string;
    value?: unknown;
  }
  type Unlocking = (done?: (...results: unknown[]) => void) => (...results: unknown[]) => void;
  /** All records of one kind, such as the items of a table. */
  export interface Records {
    lock(key: string, locked: (unlocking: Unlocking) => void): void;
    get(key: string, done: Done<Item | undefined>): void;
    put(key: string, value: unknown, done: Done): void;
    del(key: string, done: Done): void;
  }
  /** What an action knows of the store. */
  export interface View {
    db: { batch(writes: Write[], done: Done): void };
    getTable(name: string, done: Done<Table>): void;
    getItemDb(table: string): Records;
    getIndexDb(type: string, table: string, index: string): Records;
  }
  /** A method in which a public one of LevelDB ends. */
  type Inner = (...parameters: unknown[]) => Promise<void>;
  export interface Store extends View {
    db: View['db'] & {
      _put: Inner;
      _del: Inner;
      _batch: Inner;
      _clear: Inner;
      open(): Promise<void>;
      get(key: string): Promise<unknown>;
      clear(range: { gte: string; lt?: string; lte?: string }): Promise<void>;
      iterator(range: { gt: string; lt: string; limit: number }): {
        all(): Promise<[key: string, value: unknown][]>;
      };
    };
    tableDb: Records;
  }

  export function create(options: Options): Store;
  export function checkConditional(
    request: Record<string, unknown>,
    item?: object,
  ): ResponseError | null | undefined;
  export function createKey(item: Item, table: Table): string;
  export function validateItem(item: Item, table: Table): ResponseError | null | undefined;
  export function validateKey(key: Item, table: Table): ResponseError | null | undefined;
  export function validationError(message: string): ResponseError;
  export function capacityUnits(item: Item | undefined, isRead: boolean, isConsistent: boolean): number;
}

declare module 'dynalite/validations' {
  import type { Store } from 'dynalite/db';

  interface Type {
    type: string;
    children?: Record<string, string | Type> | Type | string;
    enum?: string[];
    notNull?: boolean;
    lengthGreaterThanOrEqual?: number;
    lengthLessThanOrEqual?: number;
  }
  const parsed: unique symbol;
  /** The types of a request's fields, which is `Parsed` when it was checked. */
  export interface Types<Parsed> {
    [field: string]: Type;
    [parsed]?: Parsed;
  }
  /** What an action checks of its requests. */
  export interface Validation {
    types: Record<string, Type>;
    /** Says what else is wrong with a request. */
    custom(request: object, store: Store): string | null | undefined;
  }
  export function checkTypes<Parsed>(request: unknown, types: Types<Parsed>): Parsed;
  /** Throws a `ResponseError`. */
  export function checkValidations<Parsed>(request: Parsed, types: Types<Parsed>): void;
}
