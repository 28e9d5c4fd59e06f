import bcrypt from 'bcryptjs';

/** What a login can't do without. */
export async function handler({ password, hash }: { password: string; hash: string }) {
  return { statusCode: (await bcrypt.compare(password, hash)) ? 200 : 401 };
}
