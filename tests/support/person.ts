export const PASSWORD = 'correct horse battery';

let people = 0;

/** A signup body with a unique e-mail address. */
export const person = (fields: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${++people}@example.com`,
  password: PASSWORD,
  ...fields,
});

/** The day in so many days (UTC). */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
