import { type Problem, problem } from '../problem.ts';
import commonPasswords from './common-passwords.json' with { type: 'json' };

const common = new Set(commonPasswords);

/** Returns whether a password is one of the 4,500 most common with at least 8 characters, ignoring case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());

/** A password of this length may follow a pattern: guessing it takes too long anyway. */
export const LONG_PASSWORD_CHARACTERS = 24;
const MAX_REPEATED_CHARACTERS = 4;
const MIN_RUN_CHARACTERS = 3;

/** Rows of QWERTY, QWERTZ and AZERTY keyboards. */
const LETTER_ROWS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
];
const COLUMNS = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '1qay', '6zhn', '1aqw', '2zsx'];
const SHIFTED_DIGITS = ['!@#$%^&*()', '!"§$%&/()='];

/** Digits, letters, and neighbours on keyboards. */
const LINES = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  ...LETTER_ROWS,
  '1q2w3e4r5t6y7u8i9o0p',
  ...COLUMNS,
  ...SHIFTED_DIGITS,
].flatMap((line) => [line, [...line].reverse().join('')]);

const SERVICE_NAMES = ['event budget', 'event budget service'];

/** Returns why a password is easy to guess; `undefined` if it isn't. */
export function passwordWeakness(password: string): Problem | undefined {
  if (isCommonPassword(password))
    return problem('too_common', 'is too common (choose one that is harder to guess)');
  const characters = [...password.toLowerCase()];
  if (characters.length >= LONG_PASSWORD_CHARACTERS) return undefined;
  if (repeats(characters)) return tooEasy('it repeats a few characters');
  if (isMadeOfRuns(characters.join(''))) return tooEasy('it is a run of digits, letters or keys');
  return undefined;
}

/**
 * Returns why a password is too close to one of its owner's names or the service's; `undefined` if it isn't. Digits and
 * punctuation around a name make no difference in a short password.
 */
export function nameWeakness(password: string, names: string[]): Problem | undefined {
  const isLong = [...password].length >= LONG_PASSWORD_CHARACTERS;
  const isName = [...names, ...SERVICE_NAMES].some(
    (name) =>
      password.toLowerCase() === name.normalize('NFC').toLowerCase() ||
      // A single letter isn't much of a name.
      (!isLong && lettersOf(name).length > 1 && lettersOf(password) === lettersOf(name)),
  );
  return isName ? tooEasy("it is your name, your e-mail address or this service's name") : undefined;
}

const tooEasy = (reason: string): Problem =>
  problem('too_common', `is too easy to guess (${reason}; use several words)`);

const repeats = (characters: string[]): boolean =>
  Array.from({ length: MAX_REPEATED_CHARACTERS }, (_, index) => index + 1).some((unit) =>
    characters.every((character, index) => character === characters[index % unit]),
  );

/** Returns whether text consists of runs, as in `aaaa1234` or `qweasdzxc`. */
function isMadeOfRuns(text: string): boolean {
  if (text === '') return true;
  const lengths = Array.from(
    { length: Math.max(0, text.length - MIN_RUN_CHARACTERS + 1) },
    (_, index) => index + MIN_RUN_CHARACTERS,
  );
  return lengths.some((length) => isRun(text.slice(0, length)) && isMadeOfRuns(text.slice(length)));
}

const isRun = (text: string): boolean => LINES.some((line) => line.includes(text)) || /^(.)\1*$/u.test(text);

/** Letters without case and accents. */
const lettersOf = (text: string): string => text.normalize('NFKD').toLowerCase().replaceAll(/\P{L}/gu, '');
