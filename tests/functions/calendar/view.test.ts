import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exists, Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { withChecksum } from '../../support/access-tokens.ts';
import { askFor, linesOf, newCalendar, readByIcalJs, readByNodeIcal } from '../../support/calendar.ts';
import { type Client, clientOf, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { PASSWORD } from '../../support/person.ts';
import { endpoints, newAccessToken } from '../../support/service.ts';
import { accountIdOf, expire, newVerified, share, takeRole } from '../../support/sharing.ts';

const NOW = Date.UTC(2027, 2, 1, 12);
const LONG = { expires_on: '2028-03-01' };

let ada: Client;
let token: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  ada = await newClient();
  token = await newCalendar(ada.token, LONG);
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const fileOf = async (query = {}, of = token): Promise<string> => {
  const { statusCode, body } = await askFor(of, { query });
  expect(statusCode).toBe(200);
  return body;
};
/** The days and titles, first ones first, of which both parsers read the same. */
const shown = async (query = {}, of = token): Promise<string[]> => {
  const file = await fileOf(query, of);
  const entries = readByIcalJs(file);
  expect(readByNodeIcal(file)).toEqual(entries);
  return entries.map(({ day, title }) => `${day} ${title}`).sort();
};
const payments = () => shown({ only: 'payments' });
const tagOf = async (query = {}) => (await askFor(token, { query })).headers['etag'];
const withTag = (tag: unknown) => askFor(token, { headers: { 'if-none-match': String(tag) } });

/** An event with a budget that is due. */
async function planned(fields = {}, due = {}) {
  const event = await ada.newEvent({ name: 'Wedding', event_date: '2027-06-30', ...fields });
  const budget = await ada.newBudget(event, { spent: 0, due_date: '2027-05-31', ...due });
  return { event, budget };
}

describe('GET /calendar.ics', () => {
  // If these lines change, raise FORM in lib/calendar/read-calendar.ts.
  it('shows an event and what is to be paid for it, byte for byte', async () => {
    await planned({ currency: 'EUR', description: 'In the garden' }, { vendor: 'Old Mill' });
    const { statusCode, headers, body } = await askFor(token);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'text/calendar; charset=utf-8', 'private, no-cache'],
    ]);
    const uids = readByIcalJs(body).map(({ uid }) => uid);
    for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{32}@budgets\.example\.com$/);
    expect(new Set(uids).size).toBe(2);
    const entry = (day: string, title: string, details: string) => [
      ...['BEGIN:VEVENT', expect.stringMatching(/^UID:/), 'SEQUENCE:2', 'DTSTAMP:20270301T120000Z'],
      `DTSTART;VALUE=DATE:${day}`,
      ...['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE'],
      ...[`SUMMARY:${title}`, 'TRANSP:TRANSPARENT', `DESCRIPTION:${details}`],
      ...['URL;VALUE=URI:https://app.example.com', 'LAST-MODIFIED:20270301T120000Z', 'END:VEVENT'],
    ];
    expect(linesOf(body)).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Event Budget Service//Calendar//EN'],
      ...['NAME:Event Budget', 'X-WR-CALNAME:Event Budget'],
      ...['REFRESH-INTERVAL;VALUE=DURATION:PT6H', 'X-PUBLISHED-TTL:PT6H'],
      ...entry('20270630', 'Wedding', 'In the garden'),
      ...entry('20270531', 'Catering: 1250.50 EUR', 'Wedding\\nOld Mill'),
      'END:VCALENDAR',
    ]);
    expect(body).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('is the same each time, with the same UIDs after a change', async () => {
    const { event } = await planned();
    const file = await fileOf();
    vi.setSystemTime(NOW + 3_600_000);
    expect(await fileOf()).toBe(file);
    await ada.update(event, { event_date: '2027-07-01' });
    const after = await fileOf();
    expect(readByIcalJs(after).map(({ uid }) => uid)).toEqual(readByIcalJs(file).map(({ uid }) => uid));
    expect(linesOf(after)).toEqual(expect.arrayContaining(['SEQUENCE:3', 'DTSTAMP:20270301T130000Z']));
  });

  it.each([
    [undefined, '1250.50'],
    ['EUR', '1250.50 EUR'],
    ['JPY', '1250 JPY'],
    ['KWD', '1250.505 KWD'],
  ])('writes an amount of the currency %s as %s', async (currency, written) => {
    const amount = Number(written.split(' ')[0]);
    await planned({ currency }, { amount });
    await planned({ currency }, { amount, kind: 'income', name: 'Tickets' });
    expect(await payments()).toEqual([`2027-05-31 Catering: ${written}`, `2027-05-31 Tickets: +${written}`]);
  });

  it('shows each payment with its own amount, day and note until it is paid', async () => {
    const { budget } = await planned({}, { due_date: undefined, vendor: 'Old Mill', note: 'Of the budget' });
    const payment = await ada.newPayment(budget, { note: 'Deposit', due_date: '2027-04-01' });
    await ada.newPayment(budget, { amount: 7, note: undefined, due_date: '2027-05-01' });
    const found = readByIcalJs(await fileOf({ only: 'payments' })).map((entry) => ({ ...entry, uid: '' }));
    expect(new Set(found)).toEqual(
      new Set([
        { uid: '', day: '2027-04-01', title: 'Catering: 500.00', details: 'Wedding\nOld Mill\nDeposit' },
        { uid: '', day: '2027-05-01', title: 'Catering: 7.00', details: 'Wedding\nOld Mill' },
      ]),
    );
    await ada.updatePayment(payment, { paid_on: '2027-03-01' });
    expect(await payments()).toEqual(['2027-05-01 Catering: 7.00']);
  });

  it('leaves out what is paid or has no due date', async () => {
    const { event, budget } = await planned();
    await ada.newBudget(event, { name: 'No day', spent: 0 });
    expect(await payments()).toHaveLength(1);
    await ada.updateBudget(budget, { spent: 1_250.5 });
    expect(await payments()).toEqual([]);
  });

  it('has everything, or only events, or only payments', async () => {
    await planned();
    const [event, amount] = ['2027-06-30 Wedding', '2027-05-31 Catering: 1250.50'];
    expect(await shown()).toEqual([amount, event]);
    expect(await shown({ only: 'events' })).toEqual([event]);
    expect(await payments()).toEqual([amount]);
  });

  it('begins on 1 January of last year', async () => {
    await planned({ event_date: '2026-01-01' }, { due_date: '2026-01-01' });
    await planned({ event_date: '2025-12-31' }, { due_date: '2025-12-31' });
    expect(await shown()).toEqual(['2026-01-01 Catering: 1250.50', '2026-01-01 Wedding']);
    const tag = await tagOf();
    vi.setSystemTime(Date.UTC(2027, 11, 31, 23, 59, 59));
    expect(await tagOf()).toBe(tag);
    vi.setSystemTime(Date.UTC(2028, 0, 1));
    expect(await tagOf()).not.toBe(tag);
    expect(await shown()).toEqual([]);
  });

  it('has events to the last day that there is', async () => {
    await planned({ event_date: '9999-12-31' }, { due_date: '9999-12-31' });
    expect(readByIcalJs(await fileOf())).toMatchObject([{ day: '9999-12-31' }, { day: '9999-12-31' }]);
  });

  it('has no URL without an app, and the name of the deployment', async () => {
    await planned();
    const tag = await tagOf();
    setVariable('APP_URL', '');
    expect(await fileOf()).not.toContain('URL');
    expect(await tagOf()).not.toBe(tag);
    resetVariables();
    setVariable('SERVICE_NAME', 'Feste; Ideen, \\ mehr');
    expect(linesOf(await fileOf())).toContain('X-WR-CALNAME:Feste\\; Ideen\\, \\\\ mehr');
    expect(await tagOf()).not.toBe(tag);
  });

  it('shows the last day of its token in the 30 days before it, whatever else is asked for', async () => {
    await planned();
    const longer = await newCalendar(ada.token, { expires_on: '2028-06-01' });
    vi.setSystemTime(Date.UTC(2028, 0, 30, 23, 59, 59));
    const tag = await tagOf({ only: 'payments' });
    const end = '2028-03-01 Event Budget: 2028-03-01';
    expect(await shown()).not.toContain(end);
    vi.setSystemTime(Date.UTC(2028, 0, 31));
    for (const query of [{}, { only: 'events' }, { only: 'payments' }])
      expect(await shown(query)).toContain(end);
    expect(await tagOf({ only: 'payments' })).not.toBe(tag);
    expect(await shown({}, longer)).toEqual(['2027-05-31 Catering: 1250.50', '2027-06-30 Wedding']);
    vi.setSystemTime(Date.UTC(2028, 2, 1, 23, 59, 59));
    expect(await shown()).toContain(end);
    vi.setSystemTime(Date.UTC(2028, 2, 2));
    expect((await askFor(token)).statusCode).toBe(404);
  });
});

describe('events of others', () => {
  it('appear once they are accepted, and go with the role', async () => {
    const { email, ...verified } = await newVerified();
    const guest = clientOf(verified.token);
    const host = clientOf((await newVerified()).token);
    token = await newCalendar(guest.token, LONG);
    const event = await host.newEvent({ name: 'Ball', event_date: '2027-06-30' });
    await host.newBudget(event, { due_date: '2027-05-31', spent: 0 });
    const expired = await host.newEvent();
    for (const each of [expired, event]) await host.inviteMember(each, { email, role: 'viewer' });
    await expire(host.token, expired, email);
    expect(await shown()).toEqual([]);
    const [invitation] = [(await guest.listInvitations()).body.data].flat();
    await guest.acceptInvitation({ id: String(Object(invitation).id) });
    expect(await shown()).toEqual(['2027-05-31 Catering: 1250.50', '2027-06-30 Ball']);
    await host.delete(expired);
    const own = await newCalendar(host.token, LONG);
    expect(readByIcalJs(await fileOf({}, own))).toEqual(readByIcalJs(await fileOf()));
    const tag = await tagOf();
    await takeRole(host.token, event, guest.token);
    expect(await tagOf()).not.toBe(tag);
    expect(await shown()).toEqual([]);
    await share(host.token, event, guest.token, 'editor');
    expect(await shown()).toHaveLength(2);
    await host.deleteAccount({ password: PASSWORD });
    expect(await shown()).toEqual([]);
  });
});

describe('who asks', () => {
  /** A right token after a write that ends it. */
  const endedBy = (end: () => Promise<unknown>) => async () => {
    await end();
    return token;
  };
  const block = () =>
    send(new Update(accountKey(accountIdOf(ada.token))).require(exists(['PK'])).set(['blocked'], true));

  /**
   * What a wrong token is, made of a right one. What else ends access tokens, or makes them wrong:
   * tests/lib/auth/access-token.test.ts.
   */
  const wrong: [name: string, make: () => Promise<string>, requests?: number][] = [
    ['none', async () => '', 0],
    ['a session’s', async () => ada.token, 0],
    ['one that reads', async () => (await newAccessToken(ada.token, { access: 'read' })).token],
    ['a right one with the prefix of others', async () => withChecksum(`ebt_${token.slice(4)}`)],
    ['one with another checksum', async () => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'), 0],
    ['two', async () => `${token},${token}`, 0],
    ['one after a logout everywhere', endedBy(() => ada.logout({ everywhere: true }))],
    ['one whose account is blocked', endedBy(block)],
    ['one whose account is being deleted', endedBy(() => ada.deleteAccount({ password: PASSWORD }))],
  ];

  it.each(wrong)('404 without a body for %s, whatever else is wrong', async (_, make, requests = 1) => {
    const text = await make();
    const answers = [];
    for (const request of [
      {},
      { query: { only: 'nothing' } },
      { headers: { 'if-none-match': '*' } },
      { headers: { authorization: `Bearer ${ada.token}` } },
      { headers: { authorization: `Bearer ${token}` } },
      { method: 'HEAD' },
    ]) {
      takeRequests();
      answers.push(await askFor(text, request));
      expect(takeRequests().counts).toEqual({ reads: requests, writes: 0 });
    }
    const nothing = await endpoints.viewCalendar.handler(gatewayRequest('GET'), context());
    for (const answer of answers) expect(answer).toEqual(nothing);
    expect(nothing).toMatchObject({ statusCode: 404, body: '', headers: { 'cache-control': 'no-store' } });
    expect(nothing.headers).not.toHaveProperty('www-authenticate');
    expect(nothing.headers).not.toHaveProperty('content-type');
  });

  it('gets 422 for another `only`, with a right token', async () => {
    for (const only of ['', 'Events', 'events,payments'])
      expect((await ada.viewCalendar({ token, only })).codes).toEqual([422, 'only invalid']);
    expect((await askFor(token, { query: { other: 'x' } })).statusCode).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PROPFIND', 'REPORT', 'OPTIONS'])('gets 405 for %s', async (method) => {
    for (const text of [token, 'x']) {
      const { statusCode, headers } = await askFor(text, { method });
      expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('HEAD and If-None-Match', () => {
  it('HEAD is the same to a function, because the server leaves out the body and knows its length', async () => {
    await planned();
    const answer = await askFor(token);
    expect(await askFor(token, { method: 'HEAD' })).toEqual(answer);
    const headers = { 'if-none-match': String(answer.headers['etag']) };
    expect((await askFor(token, { method: 'HEAD', headers })).statusCode).toBe(304);
  });

  it('304 with the tag and its caching, for the token and the heads', async () => {
    await planned();
    const etag = String(await tagOf());
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const list of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      takeRequests();
      const { statusCode, headers, body } = await withTag(list);
      expect([statusCode, headers['etag'], headers['cache-control'], body]).toEqual([
        ...[304, etag, 'private, no-cache', ''],
      ]);
      expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    }
    for (const list of ['"other"', '']) expect((await withTag(list)).statusCode).toBe(200);
  });

  it('200 with another tag for another `only`', async () => {
    await planned();
    const queries = [{}, { only: 'events' }, { only: 'payments' }];
    expect(new Set(await Promise.all(queries.map(tagOf))).size).toBe(3);
  });
});

it('takes the units of heads, of whole events with open amounts, and of those that others share', async () => {
  const { budget } = await planned();
  await planned({ name: 'No amounts' }, { due_date: undefined });
  const host = await newClient();
  await share(host.token, await host.newEvent(), ada.token, 'viewer');
  takeRequests();
  await askFor(token);
  // The token, the list, the shared head, its owner, the count, and the only event with an open amount.
  expect(takeRequests().counts).toEqual({ reads: 5, writes: 1 });
  await ada.updateBudget(budget, { spent: 1_250.5 });
  takeRequests();
  await askFor(token);
  expect(takeRequests().counts).toEqual({ reads: 4, writes: 1 });
});
