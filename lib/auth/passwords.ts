import bcrypt from 'bcryptjs';
import { authorized } from '../aws/call.ts';
import { readConfig } from '../config/config.ts';
import { type Problem, problem, tooLong } from '../problem.ts';

/** Minimum length in characters. */
export const PASSWORD_CHARACTERS = 8;
/** Maximum length. bcrypt ignores everything after it. */
export const PASSWORD_BYTES = 72;

/** Returns why a password can't be used; `undefined` if it can. */
export function passwordFault(password: string): Problem | undefined {
  if (!password.isWellFormed()) return problem('invalid', 'must be well-formed Unicode');
  // bcrypt repeats its key with a NUL in between, so "secretpw" and "secretpw\0secretpw" would match.
  if (password.includes('\0')) return problem('invalid', 'must not contain NUL');
  if ([...password].length < PASSWORD_CHARACTERS)
    return problem('too_short', 'is too short (minimum is {minimum} {unit})', {
      minimum: PASSWORD_CHARACTERS,
      unit: 'characters',
    });
  if (Buffer.byteLength(password) > PASSWORD_BYTES) return tooLong(PASSWORD_BYTES, 'bytes');
  return undefined;
}

/** Throws if the password has a `passwordFault`, because bcrypt would confuse it with another one. */
export async function hashPassword(password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault) throw new RangeError(`Password ${fault}`);
  return inTurn(() => bcrypt.hash(password, readConfig().bcryptCost));
}

/** Takes the same time with and without a hash, so that timing doesn't reveal whether an account exists. */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  const eligible = passwordHash !== undefined && passwordFault(password) === undefined;
  const hash = eligible ? passwordHash : standInHash(readConfig().bcryptCost);
  const matches = await inTurn(() => bcrypt.compare(password, hash));
  return eligible && matches;
}

/** A well-formed bcrypt hash (22 characters of salt, 31 of digest) that no known password matches. */
const standInHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22 + 31)}`;

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Runs hashes one at a time: bcryptjs blocks the only thread, and several at once would starve other requests. A call waits
 * for its authorization first, so that an ended session can't keep the thread busy.
 */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await authorized();
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}
