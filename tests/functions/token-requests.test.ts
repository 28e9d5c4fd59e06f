import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { forged } from '../support/access-tokens.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { endpointNamed } from '../support/endpoints.ts';
import { newOwner, type Owner, sameOwner } from '../support/owner.ts';
import { accountIdOf } from '../support/sharing.ts';

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

/** Calls an endpoint. Returns the status, and what was asked of the database. */
async function send(name: string, owner: Owner, token: string) {
  const endpoint = endpointNamed(name);
  takeRequests();
  [steps, inputs] = [[], []];
  const { status } = await call(endpoint.handler, { ...owner.requestOf(endpoint), token });
  const { counts, units } = takeRequests();
  return { status, counts, units, steps, inputs };
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
const questionFor = ({ session }: Owner, token: string) => [
  accountKey(accountIdOf(session)),
  `tokens.${token.slice(36, 48)}, leaving, blocked`,
];

it.each<[name: string, status: number, tokenOf: (owner: Owner) => string]>([
  ['accountView', 403, ({ write }) => write],
  ['authRefresh', 403, ({ write }) => write],
  ['eventsCreate', 403, ({ read }) => read],
  ['eventsList', 401, ({ read }) => forged(read)],
])('%s responds %i after it has read the access token and nothing else', async (name, expected, tokenOf) => {
  const owner = await sameOwner();
  const token = tokenOf(owner);
  const { status, counts, inputs } = await send(name, owner, token);
  expect([status, counts]).toEqual([expected, { reads: 1, writes: 0 }]);
  expect(inputs.map(projectionIn)).toEqual([questionFor(owner, token)]);
});

describe.each(['eventsList', 'eventsUpdate', 'paymentsCreate'])(
  'an access token that is enough for %s',
  (name) => {
    it('is read before another request is sent', async () => {
      const owner = await sameOwner();
      const { status, steps, inputs } = await send(name, owner, owner.write);
      expect(status).toBeLessThan(300);
      expect(steps.slice(0, 2)).toEqual(['sends GetItemCommand', 'has GetItemCommand']);
      expect(projectionIn(inputs[0])).toEqual(questionFor(owner, owner.write));
    });

    it('has the requests of a session, for the same units', async () => {
      const owner = await sameOwner();
      const bySession = await send(name, owner, owner.session);
      await sameOwner();
      const byToken = await send(name, owner, owner.write);
      expect(bySession.status).toBeLessThan(300);
      expect([byToken.status, byToken.counts, byToken.units]).toEqual([
        bySession.status,
        bySession.counts,
        bySession.units,
      ]);
    });
  },
);

it('a session, whose token has a signature, is read together with what the call is about', async () => {
  // Another account: a call of the first one was rejected.
  const owner = await newOwner();
  const { steps } = await send('eventsList', owner, owner.session);
  expect(steps.slice(0, 2)).toEqual(['sends GetItemCommand', 'sends QueryCommand']);
});
