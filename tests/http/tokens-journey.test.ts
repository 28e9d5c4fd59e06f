import { readFileSync } from 'node:fs';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { outputFile } from '../support/offline.ts';
import { nextMail } from '../support/received-mail.ts';
import { dayIn, party } from '../support/service.ts';
import { clientOf, newAccount } from './account.ts';

const CHANGED = 'a fair new passphrase';
const expires_on = dayIn(30);

let ada: Awaited<ReturnType<typeof newAccount>>;

async function newToken(access: 'read' | 'write') {
  const body = { password: ada.password, name: `To ${access}`, access, expires_on };
  const { data } = await ada.POST('/account/tokens/create', { body });
  const { text, subject } = await nextMail(ada.email);
  expect(subject).toBe('An access token was created');
  const { id = '', token = '' } = data?.data ?? {};
  for (const unsaid of ['ebt_', id, body.name]) expect(text).not.toContain(unsaid);
  return { id, token, text };
}

it('access tokens do over HTTP what they are for, until their owner ends them', async () => {
  ada = await newAccount('Ada', 'ada.tokens@example.com');
  const [reading, writing] = [await newToken('read'), await newToken('write')];
  expect(reading.text).toContain('A program that has it can read your events');
  expect(writing.text).toContain('A program that has it can read, change and delete your events');
  const [reader, writer] = [clientOf(reading.token), clientOf(writing.token)];
  const created = await writer.POST('/events/create', { body: party() });
  const event_id = Number(created.response.headers.get('location')?.replace(/^.*\//, ''));
  const params = { path: { event_id } };
  const file = {
    ...{ params, body: 'name,amount\nBand,800\n', bodySerializer: String },
    headers: { 'Content-Type': 'text/csv' },
  };
  expect((await writer.POST('/events/{event_id}/budgets/import', file)).data?.return_count).toBe(1);
  const saved = await reader.GET('/events/{event_id}/budgets/export', { params, parseAs: 'text' });
  expect(saved.data).toContain('Band,,800.00');
  const header = { 'If-None-Match': saved.response.headers.get('etag') ?? '' };
  const ask = { params: { ...params, header }, parseAs: 'text' as const };
  expect((await reader.GET('/events/{event_id}/budgets/export', ask)).response.status).toBe(304);

  const refused = await reader.POST('/events/{event_id}/budgets/import', file);
  expect([refused.response.status, refused.error?.errors?.[0]?.message]).toEqual([
    403,
    'This requires an access token with write access.',
  ]);
  expect(refused.response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  const path = { id: reading.id };
  await ada.POST('/account/tokens/end/{id}', { params: { path } });
  expect((await reader.GET('/events')).response.status).toBe(401);
  await ada.POST('/auth/logout', { body: { everywhere: true } });
  expect((await writer.GET('/events')).response.status).toBe(401);
});

/** Sends a request as it is. A header may have several lines. */
async function send(path: string, headers: OutgoingHttpHeaders, body?: object) {
  const method = body ? 'POST' : 'GET';
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    const sent = request(inject('origin') + path, { method, headers }, done).on('error', failed);
    sent.end(body && JSON.stringify(body));
  });
  return { status: answer.statusCode, text: await text(answer) };
}

describe('a living access token', () => {
  let session = '';
  let token = '';
  let id = '';

  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.living-token@example.com');
    session = `Bearer ${ada.token}`;
    ({ token, id } = await newToken('write'));
  });

  const json = { 'content-type': 'application/json' };

  it.each<[string, () => ReturnType<typeof send>]>([
    ['after the scheme', () => send('/events', { authorization: `Bearer ${token}` })],
    ['after the scheme in other letters', () => send('/events', { authorization: `bEARER  ${token}` })],
    ['alone', () => send('/events', { authorization: token })],
  ])('is accepted %s', async (_, call) => {
    expect((await call()).status).toBe(200);
  });

  const bearer = (text: string) => send('/events', { authorization: `Bearer ${text}` });

  it.each<[string, number, () => ReturnType<typeof send>]>([
    ['followed by 8 KB', 401, () => bearer(token.padEnd(8_192, '0'))],
    ['in the query as token', 401, () => send(`/events?token=${token}`, {})],
    ['in the query as access_token', 401, () => send(`/events?access_token=${token}`, {})],
    ['in a body', 401, () => send('/events/create', json, { ...party(), access_token: token })],
    ['in a cookie', 401, () => send('/events', { cookie: `token=${token}` })],
    ['in two headers', 401, () => send('/events', { Authorization: [`Bearer ${token}`, `Bearer ${token}`] })],
    ['before a session', 401, () => send('/events', { Authorization: [`Bearer ${token}`, session] })],
    ['after a session', 401, () => send('/events', { Authorization: [session, `Bearer ${token}`] })],
    ['with the scheme Basic', 401, () => send('/events', { authorization: `Basic ${token}` })],
    [
      'as the password of the scheme Basic',
      401,
      () => send('/events', { authorization: `Basic ${btoa(`${ada.email}:${token}`)}` }),
    ],
    [
      'as the password of a login',
      401,
      () => send('/auth/login', json, { username: ada.email, password: token }),
    ],
    [
      'as the password that makes another',
      422,
      () =>
        send(
          '/account/tokens/create',
          { ...json, authorization: session },
          { password: token, name: 'Another', access: 'write', expires_on },
        ),
    ],
    ['as a mailed token', 422, () => send('/auth/reset-password', json, { token, password: CHANGED })],
    [
      'for a session in a refresh',
      403,
      () => send('/auth/refresh', { ...json, authorization: `Bearer ${token}` }, {}),
    ],
    [
      'as a version',
      400,
      () => send('/events/delete/1', { ...json, authorization: session, 'if-match': token }, {}),
    ],
    ['as an id of an event', 404, () => send(`/events/view/${token}`, { authorization: session })],
    [
      'as an id of a token',
      404,
      () => send(`/account/tokens/end/${token}`, { ...json, authorization: session }, {}),
    ],
    ['as a path', 404, () => send(`/${token}`, { authorization: session })],
    ['as a cursor', 422, () => send(`/events?cursor=${token}`, { authorization: session })],
  ])('is rejected %s with %i, in JSON', async (_, status, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/^\{"status":"error","message":"./);
    expect(answer.text).not.toContain(token);
  });

  it('works after all that, and is in nothing that the service prints', async () => {
    expect((await bearer(token)).status).toBe(200);
    const printed = () => readFileSync(outputFile(inject('serviceFolder')), 'utf8');
    // The log names a token by its id.
    await expect.poll(printed).toContain(`"token_id":"${id}"`);
    await bearer(`${token}0`);
    await fetch(`${inject('origin')}/the-last-of-all`);
    await expect.poll(printed).toContain('GET /the-last-of-all 404');
    expect(printed()).not.toMatch(/ebt_[\da-f]/i);
    expect(printed()).not.toContain(token.slice(-72, -8));
  });
});
