import { beforeEach, expect, it } from 'vitest';
import { REMEMBERED_WRITES } from '../../../lib/dynamodb/marks.ts';
import { call } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, person } from '../../support/service.ts';

const { signup, login, logout, changePassword } = endpoints;
const gate = await gateToDatabase();

const [NEW, OTHER] = ['a fair new passphrase', 'another fair passphrase'];

let ada: ReturnType<typeof person>;
let token: string;
let other: string;
beforeEach(async () => {
  ada = person();
  token = String((await call(signup.handler, { body: ada })).body.token);
  other = String((await logIn(ada.password)).body.token);
});

const logIn = (password: string) => call(login.handler, { body: { username: ada.email, password } });
const change = (new_password: string, by = token) =>
  call(changePassword.handler, { token: by, body: { password: ada.password, new_password } });

/** Loses the next change of a password before it is done, when something else has happened. */
function loseNext(meanwhile: () => Promise<unknown>): void {
  gate.before = async ({ operation, body }) => {
    if (operation !== 'UpdateItem' || !body.includes('"password_hash"')) return undefined;
    gate.open();
    await meanwhile();
    return 'lose';
  };
}

it.each<[string, () => Promise<unknown>]>([
  ['another change of the password', () => change(OTHER, other)],
  ['a logout', () => call(logout.handler, { token })],
])('a lost change responds 401 if its session was ended meanwhile by %s', async (_, end) => {
  loseNext(end);
  expect((await change(NEW)).status).toBe(401);
  expect((await logIn(NEW)).status).toBe(401);
});

it('a lost change is done after a login', async () => {
  loseNext(() => logIn(ada.password));
  expect((await change(NEW)).status).toBe(200);
  expect((await logIn(NEW)).status).toBe(200);
});

it('a lost change responds 503 after too many others, because it can’t know whether it was done before', async () => {
  loseNext(async () => {
    for (let n = 0; n <= REMEMBERED_WRITES; n += 1) await logIn(ada.password);
  });
  expect((await change(NEW)).status).toBe(503);
  expect((await change(NEW)).status).toBe(200);
});
