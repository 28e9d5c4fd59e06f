/** An answer of success. */
export interface Reply {
  statusCode: number;
  fields: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The account that the call has made known; for the log. */
  accountId?: string;
}

type Extras = Pick<Reply, 'headers' | 'accountId'>;

export const ok = (fields: Reply['fields'], extras: Extras = {}): Reply => ({
  statusCode: 200,
  fields,
  ...extras,
});

export const created = (fields: Reply['fields'], extras: Extras = {}): Reply => ({
  statusCode: 201,
  fields,
  ...extras,
});
