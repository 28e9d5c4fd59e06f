import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedTokens, tokensOf } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { endpoints, newAccessToken, newToken, person, storedPerson } from '../../support/service.ts';

const { listTokens, endToken, login } = endpoints;
const START = Date.UTC(2027, 0, 1);

let session: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  session = await newToken();
});
afterEach(() => {
  vi.useRealTimers();
});

const list = (token = session) => call(listTokens.handler, { method: 'GET', token });

describe('GET /account/tokens', () => {
  it('lists none at first', async () => {
    const { status, body } = await list();
    expect([status, body]).toEqual([200, { status: 'success', return_count: 0, data: [] }]);
  });

  it('lists the tokens, newest first, without their secrets', async () => {
    const kinds = [
      { name: 'A script', access: 'read', expires_on: '2027-01-01' },
      { name: 'An app', access: 'write', expires_on: '2028-01-02' },
      { name: 'A script', access: 'write', expires_on: '2027-02-01' },
    ];
    const made = [];
    for (const [n, fields] of kinds.entries()) {
      vi.setSystemTime(START + n);
      const { id, token } = await newAccessToken(session, fields);
      made.unshift({ id, token, listed: { id, ...fields, created_at: `2027-01-01T00:00:00.00${n}Z` } });
    }
    const { status, text, body } = await list();
    expect([status, body]).toEqual([
      200,
      { status: 'success', return_count: 3, data: made.map(({ listed }) => listed) },
    ]);
    for (const { token } of made) expect(text).not.toContain(token.slice(48, 112));
    expect(text).not.toContain('ebt_');
  });

  it('orders tokens of one millisecond by id', async () => {
    session = await storedPerson({ tokens: storedTokens(10) });
    const ids = Object.keys(await tokensOf(session));
    const { data } = (await list()).body;
    expect(data).toMatchObject(
      ids
        .sort()
        .map((id) => ({ id }))
        .reverse(),
    );
  });

  it('leaves out those that expired or were ended', async () => {
    const [expired, living] = [storedTokens(2, 0), storedTokens(2, 1)];
    session = await storedPerson({ tokens: { ...expired, ...living } });
    const [ended = '', kept] = Object.keys(living);
    await call(endToken.handler, { token: session, path: { id: ended } });
    expect((await list()).body).toMatchObject({ return_count: 1, data: [{ id: kept }] });
  });

  it('is the same for each session of the account, and has none of another one', async () => {
    const { email, password } = person();
    session = await storedPerson({ email });
    const { body } = await call(login.handler, { body: { username: email, password } });
    await newAccessToken(session);
    expect((await list(body.token)).text).toBe((await list()).text);
    expect((await list(await newToken())).body.return_count).toBe(0);
  });
});
