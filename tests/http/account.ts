import type { paths } from '../../openapi/client.d.ts';
import createClient from 'openapi-fetch';
import { inject } from 'vitest';
import { operations } from '../support/contract.ts';
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

/** The responses of all operations on an event, without the header fields that differ in every response. */
export async function callsOnEvent(token: string, eventId: number, otherId: number) {
  const onEvent = operations.filter(({ name }) => /\/events\/.*\{/.test(name));
  const calls = onEvent.map(async ({ name, body }) => {
    const [method = '', path = ''] = name.split(' ');
    const ids = [eventId, otherId, otherId];
    const filled = path.replaceAll(/\{\w+\}/g, () => String(ids.shift()));
    const answer = await fetch(inject('origin') + filled, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const headers = [...answer.headers].filter(([field]) => !['date', 'x-request-id'].includes(field));
    return { name, status: answer.status, headers, text: await answer.text() };
  });
  return Promise.all(calls);
}
