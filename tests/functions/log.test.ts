import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { fingerprintOf, issueMailedToken } from '../../lib/auth/mailed-tokens.ts';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { MAX_ROUNDS } from '../../lib/dynamodb/send.ts';
import { forged } from '../support/access-tokens.ts';
import { call } from '../support/call.ts';
import { caughtLog } from '../support/caught-log.ts';
import { canceled, THROTTLED } from '../support/database-errors.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { context, gatewayRequest } from '../support/gateway.ts';
import { answeringDatabase } from '../support/proxied-database.ts';
import { newAccessToken, newToken, party, person } from '../support/service.ts';
import { accountIdOf, newVerified } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

const log = caughtLog('INFO');
const { handler: signup } = await import('../../functions/auth/signup.ts');
const { handler: login } = await import('../../functions/auth/login.ts');
const { handler: erase } = await import('../../functions/account/erase.ts');
const { handler: changePassword } = await import('../../functions/account/change-password.ts');
const { handler: logout } = await import('../../functions/auth/logout.ts');
const { handler: verifyEmail } = await import('../../functions/auth/verify-email.ts');
const { handler: create } = await import('../../functions/events/create.ts');
const { handler: invite } = await import('../../functions/members/invite.ts');
const { handler: record } = await import('../../functions/events/record.ts');

const { Rejection } = await import('../../lib/errors.ts');
const { lambdaHandler } = await import('../../lib/http/lambda-handler.ts');
const { errorResponse } = await import('../../lib/http/responses.ts');

const database = await answeringDatabase();

const line = z.looseObject({ level: z.string(), route: z.string(), status: z.int(), duration_ms: z.int() });

beforeAll(() => {
  // No pauses, until the log is restored.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  log.clear();
  resetVariables();
});

it('the log has a line for a record that fails, with nothing of what was written', async () => {
  const Keys = marshall({ PK: 'ACCOUNT#ada', SK: 'EVENT#0000000000000001' });
  const NewImage = marshall({ head: { name: 'Surprise party' }, 'alan@example.com': 1 });
  await record({ Records: [{ dynamodb: { SequenceNumber: '700', Keys, NewImage } }] }, context());
  const [failure, task] = log.lines().map((line) => JSON.parse(line));
  expect(failure).toMatchObject({ level: 'ERROR', message: 'record', sequence_number: '700' });
  expect(task).toMatchObject({ level: 'INFO', message: 'task', records: 1, failed: 1 });
  expect(log.text()).not.toMatch(/Surprise|alan@/);
});

/** The only line that has been logged. */
function logged() {
  expect(log.lines()).toHaveLength(1);
  return line.parse(JSON.parse(log.text()));
}

const NEW = 'a fair new passphrase';
const WRONG = { password: 'a wrong one', new_password: NEW };
const make = (token: string, fields = {}) => call(create, { token, body: party(), ...fields });
const logIn = ({ email, password }: { email: string; password: unknown }) =>
  call(login, { body: { username: email, password } });
const HMAC = /^[\w-]{22}$/;

describe('the log line of a request', () => {
  const ada = person();
  let token = '';

  let first: unknown;
  beforeAll(async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValue(1_234.5);
    const { body } = await call(signup, { body: ada });
    clock.mockRestore();
    token = String(body.token);
    first = logged();
    log.clear();
  });

  it('has route, method, status, duration, account, request id and cold start', () => {
    expect(first).toMatchObject({
      level: 'INFO',
      message: 'request',
      route: 'ANY /test',
      method: 'POST',
      status: 201,
      duration_ms: 235,
      account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request_id: 'a-request-id',
      cold_start: true,
    });
  });

  it('is a cold start only for the first request of a process', async () => {
    await make(token);
    expect(logged()).toMatchObject({ cold_start: false });
    expect(log.text()).not.toContain('security_event');
  });

  it.each([
    ['login_failed', 401, () => logIn({ ...ada, ...WRONG })],
    ['login_failed', 422, () => call(changePassword, { token, body: WRONG })],
    ['token_refused', 401, () => make(`${token}x`)],
    [
      'forbidden',
      403,
      async () => {
        const path = { event_id: (await make(token)).id };
        log.clear();
        return call(invite, { token, path, body: { email: ada.email, role: 'viewer' } });
      },
    ],
    [
      'limit_reached',
      429,
      async () => {
        await logIn({ ...ada, password: 'a wrong one' });
        log.clear();
        setVariable('LOGIN_LIMIT', '1');
        return logIn(ada);
      },
    ],
    [
      'token_refused',
      401,
      async () => {
        const other = String((await logIn(ada)).body.token);
        await call(logout, { token: other });
        log.clear();
        return make(other);
      },
    ],
  ])('has the security event %s', async (security_event, status, attempt) => {
    await attempt();
    expect(logged()).toMatchObject({ level: 'INFO', status, security_event });
  });

  describe('of a failed login', () => {
    const fail = async (username: string) => {
      log.clear();
      await logIn({ email: username, password: 'a wrong one' });
      const local = username.trim().split('@')[0];
      expect(log.text().toLowerCase()).not.toContain(local?.toLowerCase());
      return logged();
    };

    it.each([
      ['with an account', ada.email],
      ['without an account', 'nobody@example.com'],
    ])('has an HMAC of the address %s, the same each time', async (_, email) => {
      const line = await fail(email);
      expect(line).toMatchObject({ security_event: 'login_failed', email_hmac: expect.stringMatching(HMAC) });
      expect(line).not.toHaveProperty('account_id');
      expect(await fail(` ${email.toUpperCase()}`)).toMatchObject({ email_hmac: line['email_hmac'] });
      expect((await fail(person().email))['email_hmac']).not.toBe(line['email_hmac']);
      // What is no address has none.
      expect(await fail('a-stranger')).not.toHaveProperty('email_hmac');
    });

    it('has one also if the password was changed meanwhile', async () => {
      const grace = person();
      const body = { password: grace.password, new_password: NEW };
      const { body: signedUp } = await call(signup, { body: grace });
      const expected = (await fail(grace.email))['email_hmac'];
      const change = { token: String(signedUp.token), body };
      log.clear();
      database.let([{ before: () => call(changePassword, change), end: 'pass' }], {
        of: /UpdateExpression.*sessions|sessions.*UpdateExpression/,
      });
      await logIn(grace);
      const lines = log.lines().map((text) => line.parse(JSON.parse(text)));
      expect(lines.at(-1)).toMatchObject({ status: 401, email_hmac: expected });
    });

    it('has the same one if the password is sent with a mailed token', async () => {
      const { accountId = '' } = (await verifySessionToken(token)) ?? {};
      const fingerprint = fingerprintOf({ email: ada.email, password_hash: '' }, 'verify-email');
      const mailed = await issueMailedToken({ kind: 'verify-email', accountId, fingerprint });
      const { email_hmac } = await fail(ada.email);
      log.clear();
      await call(verifyEmail, { body: { token: mailed, password: 'a wrong one' } });
      expect(logged()).toMatchObject({ status: 422, security_event: 'login_failed', email_hmac });
      expect(logged()).not.toHaveProperty('account_id');
    });
  });

  it('of a wrong current password in a session has the account, and no HMAC', async () => {
    await call(changePassword, { token, body: WRONG });
    expect(logged()).toMatchObject({ security_event: 'login_failed', account_id: expect.any(String) });
    expect(logged()).not.toHaveProperty('email_hmac');
  });

  it('has the full internal error, which the response does not contain', async () => {
    setVariable('TABLE_NAME', 'no-such-table');
    const { text } = await make(token);
    expect(logged()).toMatchObject({
      level: 'ERROR',
      status: 500,
      request_id: 'a-request-id',
      error: { name: 'ResourceNotFoundException', stack: expect.stringContaining('at ') },
    });
    expect(text).toBe('{"status":"error","message":"Event failed to save"}');
  });

  it('has the error of a rejection that cannot be told, and the status 500', async () => {
    const handler = lambdaHandler(
      async () => {
        throw new Rejection('invalid', { field: 'name', problem: 'invalid: is odd\nno JSON' });
      },
      (error) => errorResponse(error, { failure: 'It failed' }),
    );
    const { statusCode, headers, body } = await handler(gatewayRequest('POST'), context());
    expect([statusCode, body]).toEqual([500, '{"status":"error","message":"It failed"}']);
    expect(headers).toMatchObject({ 'x-request-id': 'a-request-id', 'x-frame-options': 'DENY' });
    expect(logged()).toMatchObject({ level: 'ERROR', status: 500, error: { name: 'SyntaxError' } });
  });

  it('counts the writes that were sent again because another one was in the way, and no other attempts', async () => {
    await make(token);
    expect(logged()).not.toHaveProperty('write_conflicts');
    for (const times of [1, 2]) {
      log.clear();
      database.let(Array(times).fill('meet'));
      await make(token);
      expect(logged()).toMatchObject({ level: 'INFO', status: 201, write_conflicts: times });
    }
    log.clear();
    database.let([THROTTLED]);
    await make(token);
    expect(logged()).not.toHaveProperty('write_conflicts');
    expect(database.writes()).toHaveLength(2);
  });

  it('tells of a write that others were in the way of in all rounds', async () => {
    database.let([], { further: 'meet' });
    await make(token);
    const error = { name: 'WriteConflictError', cause: { name: 'TransactionConflictException' } };
    expect(logged()).toMatchObject({ level: 'ERROR', status: 503, write_conflicts: MAX_ROUNDS - 1, error });
  });

  it('has nothing of an item that a write meets together with another one', async () => {
    const { token: owner, email } = await newVerified();
    await make(owner);
    const items = (await wholeTable().items()).filter((item) =>
      JSON.stringify(item).includes(accountIdOf(owner)),
    );
    const Item = marshall(Object.assign({}, ...items));
    expect(Object.keys(Item)).toEqual(expect.arrayContaining(['password_hash', 'email', 'head']));
    const met = canceled({ Code: 'ConditionalCheckFailed', Item }, 'TransactionConflict');
    database.let([], { further: met });
    log.clear();
    await make(owner, { headers: { 'idempotency-key': 'a-key' } });
    const error = { name: 'WriteConflictError', cause: { name: 'TransactionCanceledException' } };
    expect(logged()).toMatchObject({ level: 'ERROR', status: 503, error });
    for (const secret of [email, '$2', party().name]) expect(log.text()).not.toContain(secret);
  });

  describe('of a call by access token', () => {
    /** A call by the access token of a new account. Returns its line, and what else it may have. */
    async function lineOf(send: (token: string) => Promise<unknown>, access = 'write') {
      const account = await newToken();
      const { id, token: text } = await newAccessToken(account, { access });
      log.clear();
      await send(text);
      for (const secret of [text, text.slice(-72, -8), text.slice(0, 64)])
        expect(log.text()).not.toContain(secret);
      return { line: logged(), caller: { account_id: accountIdOf(account), token_id: id } };
    }

    it('has the account and the id of the token', async () => {
      const { line, caller } = await lineOf((token) => make(token));
      expect(line).toMatchObject({ status: 201, ...caller });
      expect(line).not.toHaveProperty('security_event');
    });

    it('has no such id if a session makes the call', async () => {
      await make(token);
      expect(logged()).toMatchObject({ status: 201, account_id: accountIdOf(token) });
      expect(logged()).not.toHaveProperty('token_id');
    });

    it('has neither for a 401', async () => {
      const { line } = await lineOf((token) => make(forged(token)));
      expect(line).toMatchObject({ status: 401, security_event: 'token_refused' });
      for (const name of ['account_id', 'token_id']) expect(line).not.toHaveProperty(name);
    });

    it.each([
      ['that may only read', 'read', (token: string) => make(token)],
      ['where none is enough', 'write', (token: string) => call(logout, { token })],
    ])('has both for the 403 of one %s', async (_, access, send) => {
      const { line, caller } = await lineOf(send, access);
      expect(line).toMatchObject({ status: 403, security_event: 'forbidden', ...caller });
    });

    it('has no token beside an internal error', async () => {
      const { line } = await lineOf((token) => {
        setVariable('TABLE_NAME', 'no-such-table');
        return make(token);
      });
      expect(line).toMatchObject({ level: 'ERROR', status: 500 });
    });
  });

  it('is also written for a preflight', async () => {
    const headers = { 'access-control-request-method': 'POST' };
    await create(gatewayRequest('OPTIONS', { headers }), context());
    expect(logged()).toMatchObject({ method: 'OPTIONS', status: 204 });
  });

  it('contains no passwords, tokens, e-mail addresses or bodies', async () => {
    setVariable('TABLE_NAME', 'no-such-table');
    for (const body of [ada, { ...ada, first_name: 7 }, JSON.stringify(ada).slice(1)]) {
      await call(signup, { body });
    }
    await logIn(ada);
    await call(changePassword, { token, body: { password: ada.password, new_password: NEW } });
    await make(token);
    expect(log.lines()).toHaveLength(6);
    for (const secret of [NEW, ada.email, ada.password, ada.last_name, token, party().name]) {
      expect(log.text()).not.toContain(secret);
    }
  });
});

describe('the log line of a task in the background', () => {
  const task = { message: 'task', task: 'test', request_id: 'a-request-id' };

  it('has function, request id, account and outcome', async () => {
    const account_id = randomUUID();
    await erase({ account_id }, context());
    expect(JSON.parse(log.text())).toMatchObject({
      ...task,
      level: 'INFO',
      account_id,
      outcome: 'erased',
    });
  });

  it('has the error, of which Lambda’s runtime gets no properties', async () => {
    setVariable('TABLE_NAME', 'no-such-table');
    const failed = erase({ account_id: randomUUID() }, context());
    await expect(failed).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(failed).rejects.not.toHaveProperty('$metadata');
    const error = { name: 'ResourceNotFoundException', stack: expect.stringContaining('at ') };
    expect(JSON.parse(log.text())).toMatchObject({ ...task, level: 'ERROR', error });
  });
});
