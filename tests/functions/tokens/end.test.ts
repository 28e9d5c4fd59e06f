import { beforeEach, describe, expect, it } from 'vitest';
import { storedTokens, tokensOf, works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { endpoints, newAccessToken, newToken, person, storedPerson } from '../../support/service.ts';

const { endToken, listTokens, login } = endpoints;
const NOT_FOUND = [404, notFound('Failed to end the token')];

let email: string;
let session: string;
beforeEach(async () => {
  ({ email } = person());
  session = await storedPerson({ email });
});

const end = (id: string, token = session) => call(endToken.handler, { token, path: { id } });

describe('POST /account/tokens/end/{id}', () => {
  it('ends a token at once, and no other', async () => {
    const [one, other] = [await newAccessToken(session), await newAccessToken(session)];
    const { status, body } = await end(one.id);
    expect([status, body]).toEqual([200, { status: 'success', message: 'Token ended successfully' }]);
    expect([await works(session, one), await works(session, other)]).toEqual([false, true]);
    const { body: left } = await call(listTokens.handler, { method: 'GET', token: session });
    expect(left).toMatchObject({ return_count: 1, data: [{ id: other.id }] });
  });

  it('ends one that another session has created', async () => {
    const made = await newAccessToken(session);
    const { body } = await call(login.handler, { body: { username: email, password: person().password } });
    expect((await end(made.id, body.token)).status).toBe(200);
    expect(await works(session, made)).toBe(false);
  });

  it.each([
    ['an unknown token', '0123456789ab'],
    ['what is no id', 'x'],
    ['an id in capitals', '0123456789AB'],
    ['an id that is too long', '0123456789ab0'],
    ['an attribute of the account', 'password_hash'],
    ['a property of every object', 'constructor'],
  ])('answers 404 for %s', async (_, id) => {
    const { id: kept, token } = await newAccessToken(session);
    const { status, text } = await end(id);
    expect([status, text]).toEqual(NOT_FOUND);
    expect(await works(session, { id: kept, token })).toBe(true);
  });

  it('answers 404 for a token that was ended', async () => {
    const { id } = await newAccessToken(session);
    await end(id);
    const { status, text } = await end(id);
    expect([status, text]).toEqual(NOT_FOUND);
  });

  it('answers 404 for a token that has expired', async () => {
    session = await storedPerson({ tokens: storedTokens(1, 0) });
    const [id = ''] = Object.keys(await tokensOf(session));
    const { status, text } = await end(id);
    expect([status, text]).toEqual(NOT_FOUND);
  });

  it('answers 404 for a token of another account, which works on', async () => {
    const stranger = await newToken();
    const made = await newAccessToken(stranger);
    const { status, text } = await end(made.id);
    expect([status, text]).toEqual(NOT_FOUND);
    expect(await works(stranger, made)).toBe(true);
  });

  it('answers 404 for the text of a token', async () => {
    const made = await newAccessToken(session);
    expect((await end(made.token)).status).toBe(404);
    expect(await works(session, made)).toBe(true);
  });

  it('of two at once, ends it once', async () => {
    const { id } = await newAccessToken(session);
    const statuses = (await Promise.all([end(id), end(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });
});
