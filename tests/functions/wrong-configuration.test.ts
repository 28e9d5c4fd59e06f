import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resetVariables, setVariable } from '../support/environment.ts';
import { context, gatewayRequest } from '../support/gateway.ts';
import type { Handler } from '../support/handlers.ts';
import { newEvent, newToken } from '../support/service.ts';

process.env['POWERTOOLS_LOG_LEVEL'] = 'INFO';

let lines: string[] = [];
const capture = (chunk: unknown) => lines.push(String(chunk)) > 0;

afterEach(() => {
  vi.restoreAllMocks();
  resetVariables();
  lines = [];
});

/** Loads a function as a new process does. */
async function load<Loaded = Handler>(file: string): Promise<Loaded> {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(capture);
  vi.resetModules();
  const { handler } = await import(resolve(`functions/${file}.ts`));
  expect(lines).toEqual([]);
  return handler;
}

const view = gatewayRequest('GET', { token: 'x', path: { id: '1' } });
const login = gatewayRequest('POST', { body: { username: 'ada@example.com', password: 'a wrong one' } });

describe('a function that is loaded with a wrong configuration', () => {
  it.each([
    ['TABLE_NAME', '', 'TABLE_NAME is not set'],
    ['TOKEN_KEYS', '', 'TOKEN_KEYS is not set'],
    ['TOKEN_KEYS', ' , ', 'TOKEN_KEYS has no key'],
    ['TOKEN_KEYS', 'secret', 'Every key in TOKEN_KEYS must have at least 32 bytes'],
    ['DATABASE_TIMEOUT_MS', '0', 'DATABASE_TIMEOUT_MS must be a whole number from 10 to 60000'],
    ['BCRYPT_COST', '3', 'BCRYPT_COST must be a whole number from 4 to 16'],
    ['MAIL_FUNCTION', '', 'MAIL_FUNCTION is not set'],
  ])('fails each call, and says why in its line of the log: %s=%j', async (name, value, message) => {
    setVariable(name, value);
    for (const [file, request, failure] of [
      ['events/view', view, 'Event failed to load'],
      ['auth/login', login, 'Login Failed. retry'],
    ] as const) {
      const handler = await load(file);
      for (const cold_start of [true, false]) {
        const { statusCode, body } = await handler(request, context());
        expect([statusCode, JSON.parse(body)]).toEqual([500, { status: 'error', message: failure }]);
        const line = { level: 'ERROR', message: 'request', status: 500, cold_start };
        expect(lines.map((each) => JSON.parse(each))).toMatchObject([
          { ...line, error: { name: 'ConfigError', message } },
        ]);
        lines = [];
      }
    }
  });

  it('fails an invocation alike', async () => {
    setVariable('TABLE_NAME', '');
    const erase = await load<(task: object, context: object) => Promise<void>>('account/erase');
    await expect(erase({ account_id: 'a' }, context())).rejects.toThrow('TABLE_NAME is not set');
  });
});

it('a function makes its database client and its signing key while it is loaded', async () => {
  const token = await newToken();
  const path = await newEvent(token);
  const { env } = process;
  const read: unknown[] = [];
  const get = (variables: typeof env, name: string) => read.push(name) && variables[name];
  process.env = new Proxy(env, { get });
  const handler = await load('events/view');
  process.env = env;
  expect(read).toEqual(expect.arrayContaining(['AWS_ENDPOINT_URL_DYNAMODB', 'TOKEN_KEYS']));
  const { statusCode } = await handler(gatewayRequest('GET', { token, path }), context());
  expect(statusCode).toBe(200);
});
