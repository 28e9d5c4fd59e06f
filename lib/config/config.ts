import { MailDisabledError } from '../errors.ts';
import { ConfigError, environment, integer, required } from './environment.ts';
import { type MailConfig, readMailConfig } from './service.ts';

/** At most this many attempts in a window that starts with the first one. */
export interface RateLimit {
  attempts: number;
  windowSeconds: number;
}

/** The settings. .env.example and docs/configuration.md explain them. */
type Config = ReturnType<typeof parseConfig>;

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

/** The settings of mail. Throws `mail_disabled` if the deployment sends none. */
export function requireMail(): MailConfig {
  const { mail } = readConfig();
  if (!mail) throw new MailDisabledError();
  return mail;
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

function parseConfig() {
  let tokenKeys: [string, ...string[]] | undefined;
  return {
    tableName: required('TABLE_NAME'),
    /** The first key signs; every key verifies. Read when they are needed, because not every function has them. */
    get tokenKeys(): [string, ...string[]] {
      tokenKeys ??= readTokenKeys();
      return tokenKeys;
    },
    tokenLifetimeSeconds: integer('TOKEN_LIFETIME_SECONDS', 86_400, [1, MAX_LIFETIME_SECONDS]),
    sessionLifetimeSeconds: integer('SESSION_LIFETIME_SECONDS', 2_592_000, [1, MAX_LIFETIME_SECONDS]),
    eraseFunction: required('ERASE_FUNCTION'),
    eraseHistoriesFunction: required('ERASE_HISTORIES_FUNCTION'),
    /** Lambda stops a function that serves a call after this time. */
    functionTimeoutSeconds: integer('FUNCTION_TIMEOUT_SECONDS', 10, [1, 900]),
    /** The same of the function that records histories. */
    recordTimeoutSeconds: integer('RECORD_TIMEOUT_SECONDS', 60, [1, 900]),
    bcryptCost: integer('BCRYPT_COST', 12, [4, 16]),
    /** Timeout of one attempt at a DynamoDB request; the SDK makes up to three. */
    databaseTimeoutMs: integer('DATABASE_TIMEOUT_MS', 2_000, [10, 60_000]),
    /** To one e-mail address from one network. */
    loginLimit: limit('LOGIN_LIMIT', 10, LOGIN_WINDOW_SECONDS),
    networkLoginLimit: limit('LOGIN_LIMIT_PER_NETWORK', 100, LOGIN_WINDOW_SECONDS),
    /** Per network. */
    signupLimit: limit('SIGNUP_LIMIT', 20, HOUR),
    /** Calls by one account that may read much more than others. */
    expensiveCallLimit: limit('EXPENSIVE_CALL_LIMIT', 60, 60),
    /** By one account. */
    invitationLimit: limit('INVITATION_LIMIT', 20, HOUR),
    /** Requested mails of one kind to one e-mail address. */
    mailLimit: limit('MAIL_LIMIT', 5, HOUR),
    /** Requested mails of one kind from one network. */
    networkMailLimit: limit('MAIL_LIMIT_PER_NETWORK', 20, HOUR),
    mail: readMailConfig(),
  };
}

function readTokenKeys(): [string, ...string[]] {
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

const limit = (name: string, standard: number, windowSeconds: number): RateLimit => ({
  attempts: integer(name, standard, [1, 1_000_000]),
  windowSeconds,
});
