import { dayNumber } from '../../../lib/auth/session.ts';

const MARK = /^[\w-]{12}$/;

/** Other texts that differ from call to call, and what stands for them. */
const RANDOM: [RegExp, string][] = [
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid'],
  [/[\w-]+(?:@|%40)example\.com/g, 'address'],
  [/[A-Z2-7]{32}/g, 'secret'],
  [/(?:[A-Z2-7]{4}-){6}[A-Z2-7]{2}/g, 'recovery code'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'token'],
  [/ebt_[\da-f]{116}/g, 'access token'],
  [/ebs_[\da-f]{88}/g, 'token of a share link'],
  // Also as an attribute of its account's tokens.
  [/^[\da-f]{12}$/, 'access token'],
  [/\$2[aby]\$.{56}/g, 'hash of a password'],
  // Of an address, a key or an input.
  [/(?<![\w-])(?:[\w-]{22}|[\w-]{43})(?![\w-])/g, 'hash'],
  [/^[\da-f]{64}$/, 'hash'],
  [/(?<=^|SESSION#|LINK#)[\w-]{16}$/, 'session or share link'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'time'],
  // Ids and times.
  [/\d{10,16}/g, 'number'],
  // Of a second factor, since 1970.
  [/^[5-9]\d{7}$/, 'step of 30 seconds'],
  // Of a session's last use. The tests may go on into the next day.
  [new RegExp(`^(${dayNumber()}|${dayNumber() + 1})$`), 'day'],
];

const masked = (text: string): string =>
  RANDOM.reduce((left, [pattern, name]) => left.replace(pattern, `<${name}>`), text);

/** A text that is the same for values that differ only in what is random, in times, and in their order. */
export function alike(value: unknown): string {
  if (value instanceof Uint8Array) return '<bytes>';
  if (Array.isArray(value)) return `[${value.map(alike).sort().join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${masked(name)}: ${alike(each)}`);
    return `{${entries.sort().join()}}`;
  }
  return masked(String(value).replace(MARK, '<mark>'));
}
