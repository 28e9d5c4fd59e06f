import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '../../../lib/accounts/account-repository.ts';
import { claimEmail, dropClaim, findAccount, getClaim } from '../../../lib/accounts/email-claims.ts';
import { newAccount } from '../../support/account.ts';

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
afterEach(() => {
  vi.useRealTimers();
});

const FIVE_MINUTES = 300_000;
const someone = randomUUID();

let email: string;
beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

/** Claims the address for an account and stores it. */
async function claimed(fields: Parameters<typeof newAccount>[0]) {
  const account = newAccount({ email, ...fields });
  await claimEmail(email, account.account_id);
  await createAccount(account);
  return account;
}

describe('claimEmail', () => {
  it('claims a free address', async () => {
    expect(await claimEmail(email, someone)).toBe('done');
    expect(await getClaim(email)).toMatchObject({ account_id: someone });
  });

  it('never takes an address from the account that has it', async () => {
    const { account_id } = await claimed({});
    later(FIVE_MINUTES * 1_000);
    expect(await claimEmail(email, someone)).toBe('taken');
    expect(await claimEmail(email, account_id)).toBe('taken');
    expect(await findAccount(email)).toMatchObject({ account_id });
  });

  it('takes over the address of an account that is leaving at once', async () => {
    await claimed({ leaving: Date.now() });
    expect(await claimEmail(email, someone)).toBe('done');
    expect(await getClaim(email)).toMatchObject({ account_id: someone });
  });

  it.each([
    ['is missing', () => claimEmail(email, randomUUID())],
    ['has another address', () => claimed({ email: 'another@example.com' })],
  ])('leaves the claim of an account that %s alone for five minutes', async (_, claim) => {
    await claim();
    later(FIVE_MINUTES - 1_000);
    expect(await claimEmail(email, someone)).toBe('pending');
    later(2_000);
    expect(await claimEmail(email, someone)).toBe('done');
    expect(await getClaim(email)).toMatchObject({ account_id: someone });
  });

  it('lets an account claim again an address that it is about to take', async () => {
    const { account_id } = await claimed({ email: 'another@example.com' });
    const first = await getClaim(email);
    expect(await claimEmail(email, account_id)).toBe('done');
    expect((await getClaim(email))?.claim_id).not.toBe(first?.claim_id);
  });

  it('gives an abandoned address to one of 10 accounts at once', async () => {
    await claimEmail(email, randomUUID());
    later(FIVE_MINUTES + 1_000);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => claimEmail(email, randomUUID())));
    expect(outcomes.sort()).toEqual(['done', ...Array<string>(9).fill('pending')]);
  });
});

describe('findAccount', () => {
  it('finds the account that has the address', async () => {
    const account = await claimed({});
    expect(await findAccount(email)).toEqual(account);
  });

  it.each([
    ['nobody claimed', async () => undefined],
    ['a missing account claimed', () => claimEmail(email, someone)],
    ['an account with another address claimed', () => claimed({ email: 'another@example.com' })],
    ['an account that is leaving claimed', () => claimed({ leaving: Date.now() })],
  ])('finds nothing for an address that %s', async (_, claim) => {
    await claim();
    expect(await findAccount(email)).toBeUndefined();
  });
});

describe('dropClaim', () => {
  it('drops a claim that was read, and leaves one that was renewed since', async () => {
    const { account_id } = await claimed({ email: 'another@example.com' });
    const old = await getClaim(email);
    await claimEmail(email, account_id);
    if (old) await dropClaim(email, old);
    const renewed = await getClaim(email);
    expect(renewed).toMatchObject({ account_id });
    if (renewed) await dropClaim(email, renewed);
    expect(await getClaim(email)).toBeUndefined();
  });
});
