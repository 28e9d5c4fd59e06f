import createClient from 'openapi-fetch';
import { inject } from 'vitest';
import type { paths } from '../../openapi/client.d.ts';
import { nextMail } from '../support/received-mail.ts';

/** A client of the running service, with the token of an account. */
export const clientOf = (token: string) =>
  createClient<paths>({ baseUrl: inject('origin'), headers: { authorization: `Bearer ${token}` } });

/** Signs somebody up at the running service, and verifies the address by the mail. */
export async function newAccount(first_name: string, email: string) {
  // That of the examples in the OpenAPI document.
  const password = 'correct horse';
  const body = { first_name, last_name: 'Tester', email, password };
  const { data } = await clientOf('').POST('/auth/signup', { body });
  const token = data?.token ?? '';
  const mail = await nextMail(email);
  await clientOf(token).POST('/auth/verify-email', { body: { token: mail.token } });
  return { token, email, password, ...clientOf(token) };
}
