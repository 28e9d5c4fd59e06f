import { readFileSync } from 'node:fs';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { outputFile } from '../support/offline.ts';
import { dayIn, party } from '../support/service.ts';
import { newAccount } from './account.ts';

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
    const ada = await newAccount('Ada', 'ada.tokens@example.com');
    session = `Bearer ${ada.token}`;
    const body = {
      password: ada.password,
      name: 'To write',
      access: 'write',
      expires_on: dayIn(30),
    } as const;
    const { data } = await ada.POST('/account/tokens/create', { body });
    ({ id = '', token = '' } = data?.data ?? {});
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
      () => send('/events', { authorization: `Basic ${btoa(`ada:${token}`)}` }),
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
