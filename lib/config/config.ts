import { ConfigError, environment, integer, required } from './environment.ts';
import { type MailConfig, readMailConfig } from './mail.ts';

/** At most this many attempts in a window that starts with the first one. */
export interface RateLimit {
  attempts: number;
  windowSeconds: number;
}

/** Settings from environment variables. .env.example and docs/configuration.md explain them. */
interface Config {
  tableName: string;
  /** The first key signs; every key verifies. Read when they are needed, because not every function has them. */
  readonly tokenKeys: [string, ...string[]];
  tokenLifetimeSeconds: number;
  sessionLifetimeSeconds: number;
  /** Name of the function that erases an account. */
  eraseFunction: string;
  /** Name of the function that erases histories. */
  eraseHistoriesFunction: string;
  /** Lambda stops a function that serves a call after this time. */
  functionTimeoutSeconds: number;
  /** The same of the function that records histories. */
  recordTimeoutSeconds: number;
  bcryptCost: number;
  /** Timeout of one attempt at a DynamoDB request; the SDK makes up to three. */
  databaseTimeoutMs: number;
  /** Logins to one e-mail address from one network. */
  loginLimit: RateLimit;
  /** Logins from one network. */
  networkLoginLimit: RateLimit;
  /** Signups per network. */
  signupLimit: RateLimit;
  /** Calls by one account that may read much more than others. */
  expensiveCallLimit: RateLimit;
  /** Invitations by one account. */
  invitationLimit: RateLimit;
  /** Requested mails of one kind to one e-mail address. */
  mailLimit: RateLimit;
  /** Requested mails of one kind from one network. */
  networkMailLimit: RateLimit;
  /** `undefined` if the deployment sends no mail. */
  mail: MailConfig | undefined;
}

const MIN_KEY_BYTES = 32;
/** The longest that a session or its token can be set to last. */
export const MAX_LIFETIME_SECONDS = 31_536_000;

/** The window of limits of logins. */
export const LOGIN_WINDOW_SECONDS = 900;
const HOUR = 3_600;

let parsed: { from: NodeJS.ProcessEnv; config: Config } | undefined;
let keptKeys: string | undefined;

/**
 * Parses the environment once, and again only if the process gets another one. An invalid value fails requests and not the
 * start: throws `ConfigError`, as the keys do when they are read.
 */
export function readConfig(): Config {
  const from = environment();
  if (parsed?.from !== from) parsed = { from, config: parseConfig() };
  return parsed.config;
}

/** Takes those of comma-separated keys that are long enough in place of the current ones, unless none is. */
export function keepTokenKeys(text: string): { taken: number; rejected: number } {
  const keys = text.split(',').map((key) => key.trim());
  const long = keys.filter(isLongEnough);
  if (long.length > 0) {
    keptKeys = long.join();
    parsed = undefined;
  }
  return { taken: long.length, rejected: keys.length - long.length };
}

/**
 * Makes while a module loads what the first call would have to make: until then, Lambda lends a function more CPU. What can't
 * be made fails each call instead of the start.
 */
export function prepare(work: () => unknown): void {
  try {
    work();
  } catch {}
}

function parseConfig(): Config {
  let tokenKeys: Config['tokenKeys'] | undefined;
  return {
    tableName: required('TABLE_NAME'),
    get tokenKeys() {
      tokenKeys ??= readTokenKeys();
      return tokenKeys;
    },
    tokenLifetimeSeconds: seconds('TOKEN_LIFETIME_SECONDS', 86_400, MAX_LIFETIME_SECONDS),
    sessionLifetimeSeconds: seconds('SESSION_LIFETIME_SECONDS', 2_592_000, MAX_LIFETIME_SECONDS),
    eraseFunction: required('ERASE_FUNCTION'),
    eraseHistoriesFunction: required('ERASE_HISTORIES_FUNCTION'),
    functionTimeoutSeconds: seconds('FUNCTION_TIMEOUT_SECONDS', 10, 900),
    recordTimeoutSeconds: seconds('RECORD_TIMEOUT_SECONDS', 60, 900),
    bcryptCost: integer('BCRYPT_COST', 12, [4, 16]),
    databaseTimeoutMs: integer('DATABASE_TIMEOUT_MS', 2_000, [10, 60_000]),
    loginLimit: { attempts: attempts('LOGIN_LIMIT', 10), windowSeconds: LOGIN_WINDOW_SECONDS },
    networkLoginLimit: {
      attempts: attempts('LOGIN_LIMIT_PER_NETWORK', 100),
      windowSeconds: LOGIN_WINDOW_SECONDS,
    },
    signupLimit: { attempts: attempts('SIGNUP_LIMIT', 20), windowSeconds: HOUR },
    expensiveCallLimit: { attempts: attempts('EXPENSIVE_CALL_LIMIT', 60), windowSeconds: 60 },
    invitationLimit: { attempts: attempts('INVITATION_LIMIT', 20), windowSeconds: HOUR },
    mailLimit: { attempts: attempts('MAIL_LIMIT', 5), windowSeconds: HOUR },
    networkMailLimit: { attempts: attempts('MAIL_LIMIT_PER_NETWORK', 20), windowSeconds: HOUR },
    mail: readMailConfig(),
  };
}

function readTokenKeys(): Config['tokenKeys'] {
  const [first, ...others] = (keptKeys ?? required('TOKEN_KEYS'))
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (first === undefined) throw new ConfigError('TOKEN_KEYS has no key');
  if (![first, ...others].every(isLongEnough)) {
    throw new ConfigError(`Every key in TOKEN_KEYS must have at least ${MIN_KEY_BYTES} bytes`);
  }
  return [first, ...others];
}

const isLongEnough = (key: string): boolean => Buffer.byteLength(key) >= MIN_KEY_BYTES;

const attempts = (name: string, standard: number): number => integer(name, standard, [1, 1_000_000]);

const seconds = (name: string, standard: number, max = 86_400): number => integer(name, standard, [1, max]);
