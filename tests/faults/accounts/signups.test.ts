import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { type Choices, playAll } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { killedAfter } from '../../support/kill.ts';
import { endpoints, person } from '../../support/service.ts';
import { start } from '../../support/stepping.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { expectAddresses, storedAt } from '../stored.ts';

const stored = storedAt();
const table = wholeTable();

/** Each account has its e-mail address, and no address leads anywhere else. */
const expectWhole = async () => expectAddresses(await table.items());
afterEach(expectWhole);

const { signup, login, viewAccount } = endpoints;
const signUp = (body: ReturnType<typeof person>) => call(signup.handler, { body });
const logIn = ({ email, password }: ReturnType<typeof person>) =>
  call(login.handler, { body: { username: email, password } });

/** Two signups with one e-mail address. One gets it. */
async function play(choices: Choices): Promise<boolean> {
  const first = person();
  const second = { ...first, password: 'a passphrase of another' };
  const people = [first, second];
  const works = people.map((body) => () => signUp(body));
  const played = await interleave(works, choices, { after: expectWhole });
  if (!played) return false;
  const { results: outcomes, order, crashed } = played;
  const [winner] = order;
  expect(await stored.account([first.email])).toMatchObject({ email: first.email });
  for (const [number, { status, body }] of outcomes.entries()) {
    expect((await logIn(people[number] ?? first)).status).toBe(number === winner ? 200 : 401);
    if (number === crashed) continue;
    expect(status).toBe(number === winner ? 201 : 409);
    if (status === 201)
      expect((await call(viewAccount.handler, { method: 'GET', token: body.token })).status).toBe(200);
  }
  const third = { ...first, password: 'a passphrase of a third' };
  expect((await signUp(third)).status).toBe(409);
  return true;
}

describe('two signups with one e-mail address', () => {
  it('in every order of their requests, and with a crash after each, make one account', async () => {
    expect(await playAll(play)).toBe(6);
  });

  it('are answered 201 and 409, also if there are 10 at once', async () => {
    const ada = person();
    const people = Array.from({ length: 10 }, (_, n) => ({
      ...ada,
      password: `a passphrase of person ${n}`,
    }));
    const outcomes = await Promise.all(people.map(signUp));
    const statuses = outcomes.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const opened = await Promise.all(people.map(logIn));
    expect(opened.map(({ status }) => status === 200)).toEqual(statuses.map((status) => status === 201));
  });
});

describe('a signup that stops', () => {
  it('before its transaction leaves nothing, and the address is free at once', async () => {
    const ada = person();
    // It counts the signup first.
    expect((await killedAfter(1, () => signUp(ada))).status).toBe(500);
    expect(await stored.account([ada.email])).toBeUndefined();
    expect((await logIn(ada)).status).toBe(401);
    expect((await signUp(ada)).status).toBe(201);
  });

  it('after its transaction leaves a whole account, to which the person can log in', async () => {
    const ada = person();
    const operation = start(() => signUp(ada));
    await operation.step(true);
    await operation.result;
    expect(await stored.account([ada.email])).toMatchObject({ email: ada.email });
    expect((await signUp(ada)).status).toBe(409);
    expect((await logIn(ada)).status).toBe(200);
  });
});
