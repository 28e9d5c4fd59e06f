import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storedTokens, tokensOf, works } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { resetTokenOf } from '../../support/mailed-account.ts';
import {
  accessToken,
  endpoints,
  newAccessToken,
  newToken,
  person,
  storedPerson,
} from '../../support/service.ts';

const { createToken, endToken, listTokens, changePassword, logout, resetPassword } = endpoints;
const gate = await gateToDatabase();

let session: string;
beforeEach(async () => {
  session = await newToken();
});

const created = z.object({ id: z.string(), token: z.string() });
const create = () => call(createToken.handler, { token: session, body: accessToken() });
const end = (id: string) => call(endToken.handler, { token: session, path: { id } });

/** Ends the only token. */
async function endOnly(): Promise<void> {
  const { body } = await call(listTokens.handler, { method: 'GET', token: session });
  const [only] = z.tuple([z.looseObject({ id: z.string() })]).parse(body.data);
  expect((await end(only.id)).status).toBe(200);
}

const isOfTokens = ({ operation, body }: DatabaseRequest): boolean =>
  operation === 'UpdateItem' && body.includes('"tokens"');

/** Loses the next write of tokens (`before` it is done), or its answer, when something else has happened. */
function loseNext(when: 'before' | 'after', meanwhile: () => Promise<unknown> = async () => undefined) {
  gate[when] = async (request) => {
    if (!isOfTokens(request)) return undefined;
    gate.open();
    await meanwhile();
    return 'lose';
  };
}

describe.each([
  ['whose first attempt is lost', 'before'],
  ['whose answer is lost', 'after'],
] as const)('a create %s', (_, when) => {
  it('stores one token, which works', async () => {
    loseNext(when);
    const { status, body } = await create();
    expect(status).toBe(201);
    const made = created.parse(body.data);
    expect(Object.keys(await tokensOf(session))).toEqual([made.id]);
    expect(await works(session, made)).toBe(true);
  });

  it('stores the tenth token', async () => {
    session = await storedPerson({ tokens: storedTokens(9) });
    loseNext(when);
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(Object.keys(await tokensOf(session))).toHaveLength(10);
    expect(await works(session, created.parse(body.data))).toBe(true);
  });

  it('stores its token beside another one that was faster', async () => {
    loseNext(when, create);
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(Object.keys(await tokensOf(session))).toHaveLength(2);
    expect(await works(session, created.parse(body.data))).toBe(true);
  });
});

describe('a token that was ended stays ended', () => {
  it('when the answer of its create is lost', async () => {
    loseNext('after', endOnly);
    expect((await create()).status).toBe(201);
    expect(await tokensOf(session)).toEqual({});
  });

  it('when the answer of its create is lost, and another one was created', async () => {
    loseNext('after', async () => {
      await endOnly();
      await create();
    });
    const { body } = await create();
    expect(Object.keys(await tokensOf(session))).toHaveLength(1);
    expect(await works(session, created.parse(body.data))).toBe(false);
  });

  it.each([0, 1, 2])('when its create arrives once more, and %d others were created', async (count) => {
    const held: DatabaseRequest[] = [];
    gate.before = (request) => {
      if (isOfTokens(request)) held.push(request);
    };
    await create();
    gate.open();
    await endOnly();
    for (let n = 0; n < count; n += 1) await create();
    const before = await tokensOf(session);
    expect(held).toHaveLength(1);
    for (const { execute } of held) expect((await execute()).text).toContain('ConditionalCheckFailed');
    expect(await tokensOf(session)).toEqual(before);
  });
});

describe.each([
  ['the first attempt', 'before'],
  ['the answer', 'after'],
] as const)('if %s is lost, tokens are also ended by', (_, when) => {
  it.each<[string, () => ReturnType<typeof call>]>([
    ['an end', async () => end(Object.keys(await tokensOf(session))[0] ?? '')],
    [
      'a change of the password',
      () => {
        const body = { ...changePassword.body?.(), end_tokens: true };
        return call(changePassword.handler, { token: session, body });
      },
    ],
    ['a logout everywhere', () => call(logout.handler, { token: session, body: { everywhere: true } })],
  ])('%s', async (_, act) => {
    const made = await newAccessToken(session);
    loseNext(when);
    expect((await act()).status).toBe(200);
    expect(await works(session, made)).toBe(false);
  });

  it('a reset of the password', async () => {
    const { email } = person();
    session = await storedPerson({ email });
    const made = await newAccessToken(session);
    takeInvocations();
    const token = await resetTokenOf(email);
    loseNext(when);
    const body = { token, password: 'a fair new passphrase' };
    expect((await call(resetPassword.handler, { body })).status).toBe(200);
    expect(await works(session, made)).toBe(false);
  });
});
