import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { endpoints } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { newTokenHolder, type Operation, operations } from '../support/token-holder.ts';

/** The requests of a call and their responses, in order. */
let steps: string[] = [];
let inputs: unknown[] = [];

documentClient().middlewareStack.add(
  (next, { commandName }) =>
    async (command) => {
      const own = steps;
      own.push(`sends ${commandName}`);
      inputs.push(command.input);
      const result = await next(command);
      own.push(`has ${commandName}`);
      return result;
    },
  { step: 'initialize', name: 'steps' },
);

beforeEach(() => {
  // Five minutes before the last day of a token is over.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 15, 23, 55) });
});
afterEach(() => {
  vi.useRealTimers();
});

type Holder = Awaited<ReturnType<typeof newTokenHolder>>;
type Credential = keyof Holder['credentials'];

/** Calls an operation on what an account has. Returns the status, and what was asked of the database. */
async function send(operation: Operation, holder: Holder, credential: Credential) {
  if (credential === 'expired') vi.setSystemTime(Date.UTC(2027, 0, 16));
  const request = { ...holder.requestOf(operation), token: holder.credentials[credential] };
  takeRequests();
  [steps, inputs] = [[], []];
  const { status } = await call(operation.handler, request);
  const { names, units } = takeRequests();
  return { status, names, units, steps, inputs };
}

const asked = z.object({
  Key: z.object({ PK: z.string(), SK: z.string() }),
  ProjectionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()),
});

/** The key and the attributes that a request is about. */
function projectionIn(input: unknown) {
  const { Key, ProjectionExpression, ExpressionAttributeNames } = asked.parse(input);
  return [Key, ProjectionExpression.replaceAll(/#\w+/g, (name) => ExpressionAttributeNames[name] ?? '')];
}

/** The question for an access token. */
const questionFor = ({ credentials: { session } }: Holder, token = '') => [
  accountKey(accountIdOf(session)),
  `tokens.${token.slice(36, 48)}, leaving, blocked`,
];

const bearers = operations.filter(({ authentication }) => authentication.scheme === 'bearer');
const takingTokens = bearers.filter(({ authentication }) => authentication.access !== undefined);

const isEnough = (credential: Credential, { authentication: { access } }: Operation): boolean =>
  credential === 'write' ? access !== undefined : credential === 'read' && access === 'read';

describe('an access token that is refused', () => {
  const cases = bearers.flatMap((operation) =>
    (['write', 'read', 'ended', 'expired', 'forged'] as const)
      .filter((credential) => !isEnough(credential, operation))
      .map((credential) => ({ name: operation.name, operation, credential })),
  );
  let holder: Holder;
  beforeEach(async () => {
    holder ??= await newTokenHolder();
  });

  it.each(cases)(
    '$name by $credential reads the token and nothing else',
    async ({ operation, credential }) => {
      const { status, names, inputs } = await send(operation, holder, credential);
      expect([401, 403]).toContain(status);
      expect(names).toEqual(['GetItemCommand']);
      expect(inputs.map(projectionIn)).toEqual([questionFor(holder, holder.credentials[credential])]);
    },
  );

  it('sends no request if it is malformed', async () => {
    takeRequests();
    for (const token of ['ebt_', `${holder.credentials.write}0`, holder.credentials.write.toUpperCase()])
      for (const { handler, method } of bearers)
        expect((await call(handler, { method, token })).status).toBe(401);
    expect(takeRequests().names).toEqual([]);
  });
});

describe('an access token that is enough', () => {
  it.each(takingTokens)('$name has read it before it sends another request', async (operation) => {
    const holder = await newTokenHolder();
    const { status, steps, inputs } = await send(operation, holder, 'write');
    expect(status).toBeLessThan(300);
    expect(steps.slice(0, 2)).toEqual(['sends GetItemCommand', 'has GetItemCommand']);
    expect(projectionIn(inputs[0])).toEqual(questionFor(holder, holder.credentials.write));
  });

  it('unlike a session, whose token has a signature', async () => {
    const list = takingTokens.find(({ handler }) => handler === endpoints.list.handler);
    const { steps } = (list && (await send(list, await newTokenHolder(), 'session'))) ?? {};
    expect(steps?.slice(0, 2)).toEqual(['sends GetItemCommand', 'sends QueryCommand']);
  });

  it.each(takingTokens)('$name sends the requests of a session, for the same units', async (operation) => {
    const bySession = await send(operation, await newTokenHolder(), 'session');
    const byToken = await send(operation, await newTokenHolder(), 'write');
    expect(bySession.status).toBeLessThan(300);
    expect([byToken.status, byToken.names, byToken.units]).toEqual([
      bySession.status,
      bySession.names,
      bySession.units,
    ]);
  });
});
