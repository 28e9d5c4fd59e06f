/** Environment of the functions, and of the benchmark itself when it uses the service's code. */
export const environment = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: 'event-budget-bench',
  ERASE_FUNCTION: 'event-budget-bench-accountErase',
  ERASE_HISTORIES_FUNCTION: 'event-budget-bench-historyErase',
  TOKEN_KEYS: 'the-only-key-of-the-bench-has-38-bytes',
  SERVICE_URL: 'https://bench.example.com',
  DATABASE_TIMEOUT_MS: '30000',
  MAIL_FROM: 'bench@example.com',
  MAIL_FUNCTION: 'event-budget-bench-mailSend',
  MAIL_LIMIT: '1000000',
  MAIL_LIMIT_PER_NETWORK: '1000000',
  SIGNUP_LIMIT: '1000000',
  EXPENSIVE_CALL_LIMIT: '1000000',
  LOGIN_LIMIT: '1000000',
  LOGIN_LIMIT_PER_NETWORK: '1000000',
};

/** The lowest bcrypt cost, for all measurements except bcrypt's own. */
export const LOW_COST = 4;

Object.assign(process.env, environment);
// That of the emulator, when it runs. Only a client that is made with one uses it.
process.env['AWS_ENDPOINT_URL_DYNAMODB'] ??= 'http://127.0.0.1:9';
