import { readFileSync } from 'node:fs';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { outputFile } from '../support/offline.ts';
import { nextMail } from '../support/received-mail.ts';
import { dayIn, party } from '../support/service.ts';
import { clientOf, newAccount } from './account.ts';

const FILE = 'name,amount,due_date\nBand,800,2027-06-01\nHall,1200,\n';
const CHANGED = 'a fair new passphrase';
const expires_on = dayIn(30);

type Client = ReturnType<typeof clientOf>;
let ada: Awaited<ReturnType<typeof newAccount>>;
let owner: Client;
let reader = { id: '', token: '' };
let writer = { id: '', token: '' };

const newToken = (access: 'read' | 'write', password = ada.password) =>
  owner.POST('/account/tokens/create', { body: { password, name: `To ${access}`, access, expires_on } });

async function livingToken(access: 'read' | 'write', password?: string) {
  const { data } = await newToken(access, password);
  await nextMail(ada.email);
  const { id = '', token = '' } = data?.data ?? {};
  return { id, token };
}

const tokensOf = async () => (await owner.GET('/account/tokens')).data?.data ?? [];
const statusOf = async ({ token }: { token: string }) =>
  (await clientOf(token).GET('/events')).response.status;
const eventsOf = async ({ GET }: Client) => (await GET('/events')).data?.data ?? [];
const idIn = ({ headers }: Response) => Number(headers.get('location')?.replace(/^.*\//, ''));

const importInto = ({ POST }: Client, event_id: number) =>
  POST('/events/{event_id}/budgets/import', {
    params: { path: { event_id } },
    body: FILE,
    bodySerializer: String,
    headers: { 'Content-Type': 'text/csv' },
  });

beforeAll(async () => {
  ada = await newAccount('Ada', 'ada.tokens@example.com');
  owner = clientOf(ada.token);
});

describe('the journey of access tokens over HTTP', () => {
  let event_id = 0;
  const ofEvent = () => ({ params: { path: { event_id } } });

  it('creates one to read and one to write by the password, and a mail tells of each', async () => {
    const refused = await newToken('read', 'not the password');
    expect([refused.response.status, refused.error?.errors?.[0]?.code]).toEqual([422, 'wrong']);
    for (const [access, allowed] of [
      ['read', 'A program that has it can read your events'],
      ['write', 'A program that has it can read, change and delete your events'],
    ] as const) {
      const { response, data } = await newToken(access);
      expect([response.status, data?.message]).toEqual([201, 'Token created successfully']);
      expect(data?.data).toMatchObject({ name: `To ${access}`, access, expires_on });
      const { id = '', token = '' } = data?.data ?? {};
      const created = { id, token };
      if (access === 'read') reader = created;
      else writer = created;
      const mail = await nextMail(ada.email);
      expect(mail.subject).toBe('An access token was created');
      expect(mail.text).toContain(allowed);
      expect(mail.text).toContain(expires_on);
      for (const unsaid of ['ebt_', created.id, 'To read', 'To write'])
        expect(mail.text).not.toContain(unsaid);
    }
  });

  it('a script that reads lists events, exports a file, and gets 304 for what it has', async () => {
    event_id = idIn((await owner.POST('/events/create', { body: party() })).response);
    await importInto(owner, event_id);
    const script = clientOf(reader.token);
    expect(await eventsOf(script)).toMatchObject([{ id: event_id, total_amount: 2000 }]);
    const file = await script.GET('/events/{event_id}/budgets/export', { ...ofEvent(), parseAs: 'text' });
    expect(file.data).toContain('Band,,800.00');
    const tag = file.response.headers.get('etag') ?? '';
    const params = { ...ofEvent().params, header: { 'If-None-Match': tag } };
    const unchanged = await script.GET('/events/{event_id}/budgets/export', { params, parseAs: 'text' });
    expect(unchanged.response.status).toBe(304);
  });

  it('is told what it may not do, and does none of it', async () => {
    const script = clientOf(reader.token);
    const before = await eventsOf(owner);
    const written = await importInto(script, event_id);
    const read = await clientOf(writer.token).GET('/account');
    for (const { response, error } of [written, read]) {
      expect(response.status).toBe(403);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      expect(error?.errors).toMatchObject([{ field: 'token', code: 'insufficient_scope' }]);
    }
    expect(written.error?.errors?.[0]?.message).toBe('This requires an access token with write access.');
    expect(await eventsOf(owner)).toEqual(before);
  });

  it('a script that writes creates an event, which a repetition by the session does not make again', async () => {
    const once = { headers: { 'Idempotency-Key': 'nightly-import' }, body: party({ name: 'Wedding' }) };
    const created = await clientOf(writer.token).POST('/events/create', once);
    expect([created.response.status, created.response.headers.get('idempotency-replayed')]).toEqual([
      201,
      null,
    ]);
    const repeated = await owner.POST('/events/create', once);
    expect(repeated.response.headers.get('idempotency-replayed')).toBe('true');
    expect(idIn(repeated.response)).toBe(idIn(created.response));
    expect(await eventsOf(owner)).toHaveLength(2);
    event_id = idIn(created.response);
  });

  it('imports a file, ticks off a payment, and deletes the event', async () => {
    const script = clientOf(writer.token);
    expect((await importInto(script, event_id)).data?.return_count).toBe(2);
    const budgets = await script.GET('/events/{event_id}/budgets', ofEvent());
    const hall = budgets.data?.data.find(({ name }) => name === 'Hall');
    const path = { event_id, budget_id: hall?.id ?? 0 };
    const part = await script.POST('/events/{event_id}/budgets/{budget_id}/payments/create', {
      params: { path },
      body: { amount: 1200, due_date: '2027-06-01' },
    });
    const paid = await script.POST('/events/{event_id}/budgets/{budget_id}/payments/update/{id}', {
      params: {
        path: { ...path, id: part.data?.data.id ?? 0 },
        header: { Prefer: 'return=representation' },
      },
      body: { paid_on: '2027-05-30' },
    });
    expect(paid.data?.budget).toMatchObject({ amount: 1200, spent: 1200, unscheduled: 0 });
    expect((await script.GET('/payments', { params: { query: { paid: true } } })).data?.data).toMatchObject([
      { event_name: 'Wedding', paid_on: '2027-05-30' },
    ]);
    const { data } = await script.POST('/events/delete/{id}', { params: { path: { id: event_id } } });
    expect(data?.message).toBe('Event deleted successfully');
    expect(await eventsOf(owner)).toHaveLength(1);
  });

  it('its owner lists both, without what they are, and ends one, which stops working at once', async () => {
    const created_at = expect.any(String);
    expect(await tokensOf()).toEqual([
      { id: writer.id, name: 'To write', access: 'write', expires_on, created_at },
      { id: reader.id, name: 'To read', access: 'read', expires_on, created_at },
    ]);
    const ofReader = { params: { path: { id: reader.id } } };
    const { data } = await owner.POST('/account/tokens/end/{id}', ofReader);
    expect(data?.message).toBe('Token ended successfully');
    expect([await statusOf(reader), await statusOf(writer)]).toEqual([401, 200]);
    expect((await owner.POST('/account/tokens/end/{id}', ofReader)).response.status).toBe(404);
    expect(await tokensOf()).toMatchObject([{ id: writer.id }]);
  });

  it('a change of the password keeps it, and its mail says so', async () => {
    const body = { password: ada.password, new_password: CHANGED };
    expect((await owner.POST('/account/change-password', { body })).response.status).toBe(200);
    expect((await nextMail(ada.email)).text).toContain('One access token for your account still works.');
    expect(await statusOf(writer)).toBe(200);
  });

  it('a logout everywhere ends all', async () => {
    reader = await livingToken('read', CHANGED);
    expect([await statusOf(reader), await statusOf(writer)]).toEqual([200, 200]);
    await owner.POST('/auth/logout', { body: { everywhere: true } });
    expect([await statusOf(reader), await statusOf(writer)]).toEqual([401, 401]);
    const credentials = { username: ada.email, password: CHANGED };
    const login = await clientOf('').POST('/auth/login', { body: credentials });
    owner = clientOf(login.data?.token ?? '');
    expect(await tokensOf()).toEqual([]);
  });
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
    owner = clientOf(ada.token);
    session = `Bearer ${ada.token}`;
    ({ token, id } = await livingToken('write'));
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
    ['with a wrong checksum', 401, () => bearer(token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'))],
    ['without its checksum', 401, () => bearer(token.slice(0, -8))],
    ['in capitals', 401, () => bearer(token.toUpperCase())],
    ['with another prefix', 401, () => bearer(token.replace('ebt', 'ghp'))],
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
  ])('is refused %s with %i, in JSON', async (_, status, call) => {
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
