import { createHmac, timingSafeEqual } from 'node:crypto';
import { key } from './key.ts';
import type { Caller } from './session.ts';

/** Returns the claims of a valid token, `undefined` otherwise. */
export function callerOf(authorization = ''): Caller | undefined {
  const [header = '', payload = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, sid, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return exp > Date.now() / 1000 ? { sub, sid } : undefined;
}

export const idOf = (text = ''): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
