import bcrypt from 'bcryptjs';

/** The part of a login that can't be avoided. */
export async function handler({ password, hash }: { password: string; hash: string }) {
  return { statusCode: (await bcrypt.compare(password, hash)) ? 200 : 401 };
}
