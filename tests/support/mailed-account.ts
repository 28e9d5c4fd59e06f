import * as z from 'zod/mini';
import { clientOf, nobody } from './client.ts';
import { takeInvocations } from './lambda.ts';
import { tokenMailedTo } from './mail.ts';
import { person } from './service.ts';

const shown = z.object({ email: z.string(), email_verified: z.boolean() });

/** Signs somebody up. Returns their calls, what they know, and the token that verifies their address. */
export async function newMember(fields: Record<string, unknown> = {}) {
  const ada = person(fields);
  takeInvocations();
  const { body } = await nobody.signup(ada);
  const verification = await tokenMailedTo(ada.email);
  return { ...clientOf(String(body.token)), email: ada.email, password: ada.password, verification };
}

export type Member = Awaited<ReturnType<typeof newMember>>;

/** Asks for a new password, and returns the token that was mailed. */
export async function resetTokenOf(username: string): Promise<string> {
  await nobody.forgotPassword({ username });
  return tokenMailedTo(username);
}

export const statusOfLogin = async (username: string, password: unknown): Promise<number> =>
  (await nobody.login({ username, password })).status;

/** The address of an account and whether it is verified. */
export const accountOf = async (token: string) =>
  shown.parse((await clientOf(token).viewAccount()).body.data);

export const INVALID_TOKEN = [
  { field: 'token', code: 'invalid', message: 'This link is invalid or has expired. Ask for a new one.' },
];
