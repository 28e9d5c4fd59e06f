import bcrypt from 'bcryptjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { hmacOf } from '../../../lib/auth/signing-keys.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { loginsKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { person } from '../../support/service.ts';

afterEach(() => vi.restoreAllMocks());

const NETWORK = '192.0.2.1';
const BURST = 100;

/** Login functions that share only the table, like those of Lambda, which gives each concurrent request its own. */
const instances = await Promise.all(
  Array.from({ length: BURST + 1 }, async () => {
    vi.resetModules();
    return (await import('../../../functions/auth/login.ts')).handler;
  }),
);

async function registered() {
  const ada = person();
  await call(signup, { body: ada });
  return { username: ada.email, password: ada.password };
}

const unregistered = async () => ({ username: person().email, password: 'correct horse battery' });

describe.each([
  ['a registered e-mail', registered],
  ['an unknown e-mail', unregistered],
])('of 100 concurrent wrong logins to %s', (_, account) => {
  it('exactly 10 are compared, and the right password after them is not', async () => {
    const { username, password } = await account();
    const compare = vi.spyOn(bcrypt, 'compare');
    const [last, ...others] = instances;
    const burst = others.map(async (login) => call(login, { body: { username, password: 'a wrong one' } }));
    const rejected = burst.map(async (outcome) => ((await outcome).status === 429 ? 429 : Promise.reject()));
    await Promise.any(rejected);
    // Other logins of the burst are still being compared.
    const right = last && (await call(last, { body: { username, password } }));
    expect(right?.status).toBe(429);
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(BURST - 10).fill(429)]);
    expect(compare).toHaveBeenCalledTimes(10);
    expect(await getItem(loginsKey(hmacOf('email', username), NETWORK))).toMatchObject({ attempts: 10 });
  });
});

it('of 100 concurrent right logins, at least 10 succeed, others respond 429, and the next one succeeds', async () => {
  const body = await registered();
  const statuses = await Promise.all(instances.map(async (login) => (await call(login, { body })).status));
  const succeeded = statuses.filter((status) => status === 200).length;
  const rejected = statuses.filter((status) => status === 429).length;
  expect(succeeded).toBeGreaterThanOrEqual(10);
  expect(succeeded + rejected).toBe(BURST + 1);
  expect((await call(instances[0] ?? signup, { body })).status).toBe(200);
});
