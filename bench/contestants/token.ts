import { jwtVerify } from 'jose';
import type { Caller } from './session.ts';

const key = new TextEncoder().encode(process.env['TOKEN_KEYS']);

/** Returns the claims of a valid token, `undefined` otherwise. */
export async function callerOf(authorization = ''): Promise<Caller | undefined> {
  try {
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /, ''), key, {
      algorithms: ['HS256'],
    });
    return payload;
  } catch {
    return undefined;
  }
}
