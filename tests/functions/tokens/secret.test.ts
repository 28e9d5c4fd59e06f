import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { format } from '../../../resources/access-log.js';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import type { GatewayRequest } from '../../support/gateway.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { deliver, type SentMail } from '../../support/mail.ts';
import { accessToken, endpoints } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';
import { wholeTable } from '../../support/whole-table.ts';

vi.hoisted(() => {
  // The logger reads its level when it is created.
  process.env['POWERTOOLS_LOG_LEVEL'] = 'DEBUG';
});

/** All that a value has: text as it is, and bytes in each way of writing them. */
function textsIn(value: unknown): string[] {
  if (value instanceof Uint8Array) return written(Buffer.from(value));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
  return [String(value)];
}

const written = (bytes: Buffer): string[] =>
  (['hex', 'base64', 'base64url', 'latin1'] as const).map((encoding) => bytes.toString(encoding));

const logged: string[] = [];
const answers: string[] = [];
/** What the table has after each call. */
const stored: unknown[] = [];
const invocations: unknown[] = [];
const mails: SentMail[] = [];
let first: { id: string; token: string };

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      logged.push(String(chunk));
      return true;
    });
  const table = wholeTable();
  const { email, password, token: session } = await newVerified();
  const ask = async (name: keyof typeof endpoints, request: GatewayRequest = {}) => {
    const { handler, method, body } = endpoints[name];
    const {
      status,
      headers,
      text,
      body: answered,
    } = await call(handler, {
      ...{ method, token: session, body: body?.() },
      ...request,
    });
    answers.push(JSON.stringify(headers) + text);
    stored.push(await table.items());
    return { status, data: answered.data };
  };
  const { data } = await ask('createToken', { body: accessToken() });
  first = z.object({ id: z.string(), token: z.string() }).parse(data);
  const { token } = first;
  const statuses = [
    await ask('create', { token, headers: { 'idempotency-key': 'a-key' } }),
    await ask('list', { token }),
    await ask('viewAccount', { token }),
    await ask('create', { token, body: '{' }),
    await ask('view', { token, path: { id: 'x' } }),
    await ask('list', { token: `${token}0` }),
    await ask('listTokens'),
    await ask('exportAccount'),
    await ask('createToken', { body: accessToken() }),
    await ask('changePassword', { body: { password, new_password: 'a fair new passphrase' } }),
    await ask('login', { body: { username: email, password } }),
    await ask('forgotPassword', { body: { username: email } }),
  ].map(({ status }) => status);
  setVariable('TABLE_NAME', 'no-such-table');
  for (const name of ['list', 'create', 'viewAccount'] as const)
    statuses.push((await ask(name, { token })).status);
  resetVariables();
  expect(statuses).toEqual([201, 200, 403, 400, 404, 401, 200, 200, 201, 200, 401, 200, 500, 500, 500]);
  invocations.push(...takeInvocations());
  for (const { payload } of z.array(z.looseObject({ payload: z.unknown() })).parse(invocations))
    mails.push(...(await deliver(payload)));
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** Each way to write the token's text, or its secret, that must be nowhere. */
function secrets(): string[] {
  const { token } = first;
  const secret = token.slice(48, 112);
  const bytes = Buffer.from(secret, 'hex');
  return [token, ...written(Buffer.from(token)), ...written(bytes), secret.toUpperCase()];
}

const found = (texts: string[]) => texts.filter((text) => secrets().some((each) => text.includes(each)));

describe('the secret of an access token', () => {
  it('is in the answer of its create, and in no other', () => {
    expect(found(answers)).toEqual(answers.slice(0, 1));
    expect(answers.length).toBeGreaterThan(14);
  });

  it('is never in the table, which has its hash', () => {
    const texts = textsIn(stored);
    expect(found(texts)).toEqual([]);
    const hash = createHash('sha256').update(first.token.slice(48, 112), 'hex').digest('hex');
    expect(texts).toContain(hash);
  });

  it('is in no line of the log, which has its id', () => {
    expect(found(logged)).toEqual([]);
    const lines = logged.filter((line) => line.includes(`"token_id":"${first.id}"`));
    expect(lines.length).toBeGreaterThan(3);
    expect(logged.join()).toContain('ResourceNotFoundException');
    expect(logged.join()).not.toContain('ebt_');
  });

  it('is in no mail, and in no request for one', () => {
    expect(found(textsIn(invocations))).toEqual([]);
    expect(found(textsIn(mails))).toEqual([]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Event Budget: An access token was created',
      'Event Budget: An access token was created',
      'Event Budget: Choose a new password',
      'Event Budget: Your password was changed',
    ]);
  });

  it('is in no header that the access log could have', () => {
    const variables = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(format)));
    for (const variable of variables) {
      expect(variable).toMatch(/^\$context\.[a-zA-Z.]+$/);
      expect(variable).not.toMatch(/authoriz|header|path|query|body|agent|cookie|protocol|domain|caller/i);
    }
  });
});
