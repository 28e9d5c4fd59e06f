import { jwtVerify } from 'jose';

const key = new TextEncoder().encode(process.env['TOKEN_KEYS']);

/** The subject of a valid token, `undefined` for any other text. */
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
