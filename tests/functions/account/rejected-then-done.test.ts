import { beforeEach, describe, expect, it } from 'vitest';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { storedTokens, tokensOf } from '../../support/access-tokens.ts';
import type { Outcome } from '../../support/call.ts';
import { clientOf, nobody } from '../../support/client.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import {
  accountOf,
  type Member,
  newMember,
  resetTokenOf,
  statusOfLogin,
  tokenMailedTo,
} from '../../support/mail.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { accessToken, newAccessToken, person, storedPerson } from '../../support/service.ts';

const { password } = person();

const gate = await gateToDatabase();

/** The write of a call that changes an account. */
const isOfAccount = ({ operation, body }: DatabaseRequest): boolean =>
  /^(?:UpdateItem|TransactWriteItems)$/.test(operation) && body.includes('"PERSON#');

/** Holds the first attempt of a call's write back while something else happens. Returns what lets the attempt arrive. */
async function held(work: () => Promise<Outcome>, meanwhile: () => Promise<unknown>) {
  let first: DatabaseRequest | undefined;
  gate.before = async (request) => {
    if (!isOfAccount(request)) return undefined;
    gate.open();
    first = request;
    await meanwhile();
    return 'lose';
  };
  const { status, headers } = await work();
  return { answer: [status, headers['retry-after']], arrive: async () => (await first?.execute())?.text };
}

/** Loses the response to a call's write, after something else has happened. */
async function lost(work: () => Promise<Outcome>, meanwhile = async () => {}): Promise<Outcome> {
  gate.after = async (request) => {
    if (!isOfAccount(request)) return undefined;
    gate.open();
    await meanwhile();
    return 'lose';
  };
  return work();
}

it('a create of an access token that is rejected as the eleventh is not done later', async () => {
  const ada = clientOf(await storedPerson({ tokens: storedTokens(9) }));
  let id = '';
  const { answer, arrive } = await held(
    () => ada.createToken(accessToken()),
    async () => {
      ({ id } = await newAccessToken(ada.token));
    },
  );
  expect(answer).toEqual([409, undefined]);
  expect((await ada.endToken({ id })).status).toBe(200);
  const before = await tokensOf(ada.token);
  expect(await arrive()).toContain('ConditionalCheckFailed');
  expect(await tokensOf(ada.token)).toEqual(before);
});

describe('an address that somebody else has for a while', () => {
  let email: string;
  let other: string;
  beforeEach(() => {
    ({ email } = person());
  });
  const signUp = () => nobody.signup(person({ email }));
  const take = async () => {
    other = String((await signUp()).body.token);
  };
  const leave = async () => expect((await clientOf(other).deleteAccount({ password })).status).toBe(200);

  it('is 409 for a signup that was sent once, and 503 if an attempt may still arrive', async () => {
    const { answer, arrive } = await held(signUp, take);
    expect(answer).toEqual([503, '5']);
    expect((await signUp()).status).toBe(409);
    await leave();
    expect(await arrive()).not.toContain('Exception');
    expect(await statusOfLogin(email, password)).toBe(200);
  });

  it('answers 201 to a signup whose response was lost', async () => {
    const { status, body } = await lost(signUp);
    expect([status, await accountOf(String(body.token))]).toMatchObject([201, { email }]);
  });

  describe('as another account’s new address', () => {
    let ada: Member;
    let mailed: string;
    beforeEach(async () => {
      ada = await newMember();
      await ada.changeEmail({ password, email });
      mailed = await tokenMailedTo(email);
    });
    const change = () => ada.verifyEmail({ token: mailed });

    it('is 409 for a change that was sent once, and 503 if an attempt may still arrive', async () => {
      const { answer, arrive } = await held(change, take);
      expect(answer).toEqual([503, '5']);
      expect((await change()).status).toBe(409);
      expect(await accountOf(ada.token)).toMatchObject({ email: ada.email });
      await leave();
      expect(await arrive()).not.toContain('Exception');
      expect(await accountOf(ada.token)).toMatchObject({ email, email_verified: true });
      expect(await findAccountId(ada.email)).toBeUndefined();
    });

    it('answers 200 to the change whose response was lost', async () => {
      const { status } = await lost(change);
      expect([status, await accountOf(ada.token)]).toMatchObject([200, { email }]);
    });
  });
});

describe('a reset of the password whose response is lost answers', () => {
  const reset = (token: string, chosen: string) => nobody.resetPassword({ token, password: chosen });
  const resetAgain = (email: string, times: number) => async () => {
    for (let n = 1; n <= times; n += 1)
      expect((await reset(await resetTokenOf(email), `passphrase number ${n}`)).status).toBe(200);
  };

  it.each([
    [0, 200, 'a fair new passphrase'],
    [1, 200, 'passphrase number 1'],
    [3, 200, 'passphrase number 3'],
    // Nobody knows.
    [4, 503, 'passphrase number 4'],
  ])('after %d other resets %d', async (times, status, chosen) => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    const outcome = await lost(() => reset(token, 'a fair new passphrase'), resetAgain(email, times));
    expect(outcome.status).toBe(status);
    expect(await statusOfLogin(email, chosen)).toBe(200);
  });

  it('422 if the mailed token was used before its first attempt arrived, which does nothing then', async () => {
    const { email } = await newMember();
    const token = await resetTokenOf(email);
    const { answer, arrive } = await held(() => reset(token, 'a fair new passphrase'), resetAgain(email, 1));
    expect(answer).toEqual([422, undefined]);
    expect(await arrive()).toContain('ConditionalCheckFailed');
    expect(await statusOfLogin(email, 'passphrase number 1')).toBe(200);
  });
});
