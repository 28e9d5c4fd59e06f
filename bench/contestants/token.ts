import { jwtVerify } from 'jose';

const key = new TextEncoder().encode(process.env['TOKEN_KEYS']);

/** Returns the subject of a valid token, `undefined` otherwise. */
export async function subjectOf(authorization = ''): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /, ''), key, {
      algorithms: ['HS256'],
    });
    return payload.sub;
  } catch {
    return undefined;
  }
}
