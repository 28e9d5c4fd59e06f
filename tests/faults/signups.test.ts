import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '../support/call.ts';
import { type Choices, playAll } from '../support/choices.ts';
import { interleave } from '../support/interleave.ts';
import { endpoints, person } from '../support/service.ts';
import { start } from '../support/stepping.ts';
import { storedAt } from './stored.ts';

const stored = storedAt(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
afterEach(() => {
  vi.useRealTimers();
});

const { signup, login, viewAccount } = endpoints;
const signUp = (body: ReturnType<typeof person>) => call(signup.handler, { body });
const logIn = ({ email, password }: ReturnType<typeof person>) =>
  call(login.handler, { body: { username: email, password } });

const FIVE_MINUTES = 5 * 60 * 1_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

/** Two signups with one e-mail address. At most one gets it. */
async function play(choices: Choices): Promise<boolean> {
  const first = person();
  const second = { ...first, password: 'a passphrase of another' };
  const people = [first, second];
  const works = people.map((body) => () => signUp(body));
  const played = await interleave(works, choices);
  if (!played) return false;
  const { results: outcomes, crashed } = played;
  const statuses = outcomes.map(({ status }) => status);
  const account = await stored.account(first.email);
  for (const [number, { status, headers, body }] of outcomes.entries()) {
    if (number === crashed) continue;
    const loggedIn = await logIn(people[number] ?? first);
    expect(loggedIn.status).toBe(status === 201 ? 200 : 401);
    expect([201, 409, 503]).toContain(status);
    if (status === 503) expect(headers['retry-after']).toBe('5');
    if (status === 201) expect(account).toMatchObject({ email: first.email });
    if (status === 201)
      expect((await call(viewAccount.handler, { method: 'GET', token: body.token })).status).toBe(200);
  }
  const created = statuses.filter((status) => status === 201).length;
  expect(created).toBeLessThanOrEqual(1);
  if (crashed === undefined) expect(created).toBe(1);
  if (account !== 'pending') expect(account).toBeDefined();
  // Nobody else comes to have the address, and nobody has to wait forever.
  const third = { ...first, password: 'a passphrase of a third' };
  expect((await signUp(third)).status).toBe(account === 'pending' ? 503 : 409);
  later(FIVE_MINUTES + 1_000);
  expect((await signUp(third)).status).toBe(account === 'pending' ? 201 : 409);
  vi.useRealTimers();
  return true;
}

describe('two signups with one e-mail address', () => {
  it('in every order of their requests, and with a crash after each, make one account or none', async () => {
    expect(await playAll(play)).toBe(16);
  });
});

describe('a signup that stops between its e-mail address and its account', () => {
  async function stopped() {
    const ada = person();
    const operation = start(() => signUp(ada));
    await operation.step(true);
    await operation.result;
    expect(await stored.account(ada.email)).toBe('pending');
    return ada;
  }

  it('leaves an address to which nobody can log in', async () => {
    expect((await logIn(await stopped())).status).toBe(401);
  });

  it('keeps the address for five minutes: a signup answers 503 with Retry-After', async () => {
    const ada = await stopped();
    later(FIVE_MINUTES - 1_000);
    const { status, headers, text } = await signUp(ada);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toBe('{"status":"error","message":"Account failed to register"}');
  });

  it('then gives it to one of 10 concurrent signups', async () => {
    const ada = await stopped();
    later(FIVE_MINUTES + 1_000);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(ada)));
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 409, 503].includes(status))).toBe(true);
    expect((await logIn(ada)).status).toBe(200);
  });
});
