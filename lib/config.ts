/** How many tries there may be in a window of time, which the first of them opens. */
export interface Limit {
  tries: number;
  windowSeconds: number;
}

/** What the environment sets; the README lists the variables. */
export interface Config {
  tableName: string;
  /** The first signs, all of them verify. */
  tokenKeys: [string, ...string[]];
  tokenLifetimeSeconds: number;
  bcryptCost: number;
  /** For each try of a request to DynamoDB. */
  databaseTimeoutMs: number;
  /** Of logins that fail, for an e-mail address. */
  loginLimit: Limit;
  /** Of signups, from a network. */
  signupLimit: Limit;
}

/** A variable is missing or unusable. The message names it and never holds its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const MIN_KEY_BYTES = 32;
const DATABASE_TIMEOUT_MS = 2_000;

const VARIABLES = [
  'TABLE_NAME',
  'TOKEN_KEYS',
  'TOKEN_LIFETIME_SECONDS',
  'BCRYPT_COST',
  'DATABASE_TIMEOUT_MS',
  'LOGIN_LIMIT',
  'LOGIN_WINDOW_SECONDS',
  'SIGNUP_LIMIT',
  'SIGNUP_WINDOW_SECONDS',
] as const;

type Variable = (typeof VARIABLES)[number];

let last: { environment: string; config: Config } | undefined;

/** Parsed when it is asked for, so that nothing throws while a module loads. Throws {@link ConfigError}. */
export function readConfig(): Config {
  const environment = VARIABLES.map((name) => process.env[name]).join('\0');
  if (last?.environment !== environment) last = { environment, config: parseConfig() };
  return last.config;
}

function parseConfig(): Config {
  return {
    tableName: required('TABLE_NAME'),
    tokenKeys: readTokenKeys(),
    tokenLifetimeSeconds: integer('TOKEN_LIFETIME_SECONDS', { standard: 86_400, min: 1, max: 31_536_000 }),
    bcryptCost: integer('BCRYPT_COST', { standard: 12, min: 4, max: 16 }),
    databaseTimeoutMs: integer('DATABASE_TIMEOUT_MS', {
      standard: DATABASE_TIMEOUT_MS,
      min: 10,
      max: 60_000,
    }),
    loginLimit: {
      tries: integer('LOGIN_LIMIT', { standard: 10, min: 1, max: 1_000_000 }),
      windowSeconds: integer('LOGIN_WINDOW_SECONDS', { standard: 900, min: 1, max: 86_400 }),
    },
    signupLimit: {
      tries: integer('SIGNUP_LIMIT', { standard: 20, min: 1, max: 1_000_000 }),
      windowSeconds: integer('SIGNUP_WINDOW_SECONDS', { standard: 3_600, min: 1, max: 86_400 }),
    },
  };
}

/** For what is made while modules load, where nothing may throw; with a value that is none no call is served. */
export const databaseTimeoutMs = Number(process.env['DATABASE_TIMEOUT_MS']) || DATABASE_TIMEOUT_MS;

function readTokenKeys(): Config['tokenKeys'] {
  const [first, ...others] = required('TOKEN_KEYS')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (first === undefined) throw new ConfigError('TOKEN_KEYS holds no key');
  if ([first, ...others].some((key) => Buffer.byteLength(key) < MIN_KEY_BYTES)) {
    throw new ConfigError(`TOKEN_KEYS holds a key of less than ${MIN_KEY_BYTES} bytes`);
  }
  return [first, ...others];
}

function required(name: Variable): string {
  const value = process.env[name];
  if (!value) throw new ConfigError(`${name} is not set`);
  return value;
}

function integer(
  name: Variable,
  { standard, min, max }: { standard: number; min: number; max: number },
): number {
  const value = Number(process.env[name] || standard);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}
