import { jwtVerify } from 'jose';
import { key } from './key.ts';
import type { Caller } from './session.ts';

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
