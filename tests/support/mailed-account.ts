import * as z from 'zod/mini';
import { handler as viewAccount } from '../../functions/account/view.ts';
import { handler as forgotPassword } from '../../functions/auth/forgot-password.ts';
import { handler as login } from '../../functions/auth/login.ts';
import { handler as signup } from '../../functions/auth/signup.ts';
import { call } from './call.ts';
import { takeInvocations } from './lambda.ts';
import { tokenMailedTo } from './mail.ts';
import { person } from './service.ts';

const shown = z.object({ email: z.string(), email_verified: z.boolean() });

/** Signs somebody up. Returns what they know, and the token that verifies their address. */
export async function newMember() {
  const { email, password } = person();
  takeInvocations();
  const { body } = await call(signup, { body: person({ email }) });
  return { email, password, token: String(body.token), verification: await tokenMailedTo(email) };
}

/** Asks for a new password, and returns the token that was mailed. */
export async function resetTokenOf(username: string): Promise<string> {
  await call(forgotPassword, { body: { username } });
  return tokenMailedTo(username);
}

export const statusOfLogin = async (username: string, password: string): Promise<number> =>
  (await call(login, { body: { username, password } })).status;

/** The address of an account and whether it is verified. */
export const accountOf = async (token: string) =>
  shown.parse((await call(viewAccount, { method: 'GET', token })).body.data);

export const INVALID_TOKEN = [
  { field: 'token', code: 'invalid', message: 'This link is invalid or has expired. Ask for a new one.' },
];
