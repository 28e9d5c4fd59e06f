/** What the functions find in their environment, and the bench itself where it takes the service's code. */
export const environment = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: 'event-budget-bench',
  TOKEN_KEYS: 'the-only-key-of-the-bench-has-38-bytes',
  DATABASE_TIMEOUT_MS: '30000',
  LOGIN_LIMIT: '1000000',
};

/** The lowest cost of bcrypt, for all measures but the one of bcrypt itself. */
export const LOW_COST = 4;

Object.assign(process.env, environment);
