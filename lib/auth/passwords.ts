import bcrypt from 'bcryptjs';
import { readConfig } from '../config.ts';

/** The fewest that a password has. */
export const PASSWORD_CHARACTERS = 8;
/** bcrypt reads no further, and repeats a key that ends in NUL. */
export const PASSWORD_BYTES = 72;

/** What is wrong with a password, to stand behind the name of its field; `undefined` where nothing is. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed()) return 'must be well-formed Unicode';
  if (password.includes('\0')) return 'must not contain NUL';
  if ([...password].length < PASSWORD_CHARACTERS)
    return `is too short (minimum is ${PASSWORD_CHARACTERS} characters)`;
  if (Buffer.byteLength(password) > PASSWORD_BYTES) return `is too long (maximum is ${PASSWORD_BYTES} bytes)`;
  return undefined;
}

/** Throws on a password with a {@link passwordFault}, which bcrypt would take for another one. */
export async function hashPassword(password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault) throw new RangeError(`Password ${fault}`);
  return inTurn(() => bcrypt.hash(password, readConfig().bcryptCost));
}

/** Works equally long at one cost whether or not there is a hash to match, so that time tells nothing. */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  const eligible = passwordHash !== undefined && passwordFault(password) === undefined;
  const hash = eligible ? passwordHash : standInHash(readConfig().bcryptCost);
  const matches = await inTurn(() => bcrypt.compare(password, hash));
  return eligible && matches;
}

/** A whole bcrypt hash of no known password: 22 characters of salt and 31 of digest. */
const standInHash = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22 + 31)}`;

let lastTurn: Promise<unknown> = Promise.resolve();

/** bcryptjs computes on the one thread there is: many at once would leave it no time for anything else. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}
