import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, person } from '../../support/service.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '500';
});

const { signup, login, logout, viewAccount } = endpoints;
const gate = await gateToDatabase();

let ada: ReturnType<typeof person>;
beforeEach(async () => {
  ada = person();
  expect((await call(signup.handler, { body: ada })).status).toBe(201);
});

const logIn = () => call(login.handler, { body: { username: ada.email, password: ada.password } });
const logOut = (token: string) => call(logout.handler, { token });
const view = async (token: string) => (await call(viewAccount.handler, { method: 'GET', token })).status;

const isOfSession = ({ operation, body }: DatabaseRequest) =>
  operation === 'UpdateItem' && body.includes('"sessions"');

describe('a session that ended does not return', () => {
  it.each([0, 1, 2])('if an attempt of its login arrives late, after %d other logins', async (count) => {
    const held: DatabaseRequest[] = [];
    gate.before = (request) => {
      if (!isOfSession(request) || held.length > 0) return undefined;
      held.push(request);
      return new Promise(() => undefined);
    };
    const token = String((await logIn()).body.token);
    gate.open();
    expect(await view(token)).toBe(200);
    expect((await logOut(token)).status).toBe(200);
    for (let n = 0; n < count; n += 1) await logIn();
    expect(held).toHaveLength(1);
    for (const { execute } of held) expect((await execute()).text).toContain('ConditionalCheckFailed');
    expect(await view(token)).toBe(401);
  });

  it('if the response to its login is lost, and it was logged out meanwhile', async () => {
    gate.after = async (request) => {
      if (!isOfSession(request)) return undefined;
      gate.open();
      const other = String((await logIn()).body.token);
      expect((await call(logout.handler, { token: other, body: { everywhere: true } })).status).toBe(200);
      return 'lose';
    };
    const { status, body } = await logIn();
    expect(status).toBe(200);
    expect(await view(String(body.token))).toBe(401);
  });
});
