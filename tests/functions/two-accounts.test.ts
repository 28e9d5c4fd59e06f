import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import { allEvents, endpoints, newEvent, newToken } from '../support/service.ts';

/** The number of operations by the two accounts. OPERATIONS overrides it. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 2_000);
const PER_HISTORY = 100;

const operation = fc.record({
  actor: fc.constantFrom(0, 1),
  kind: fc.constantFrom('create', 'view', 'update', 'delete', 'list'),
  /** Which of all events ever created is the target; sometimes none of them. */
  target: fc.nat({ max: 30 }),
  name: fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name.trim() !== ''),
});

interface Account {
  token: string;
  /** The expected names of the account's events by id. */
  names: Map<string, string>;
}

const unknown: Record<string, string> = {
  view: '{"status":"error","message":"Event not found"}',
  update: '{"status":"error","message":"Event failed to save"}',
  delete: '{"status":"error","message":"Event failed to delete"}',
};

describe('two accounts, at random', () => {
  it('never see, change or delete each other’s events', { timeout: 3_600_000 }, async () => {
    const history = fc.array(operation, { minLength: PER_HISTORY, maxLength: PER_HISTORY });
    await fc.assert(fc.asyncProperty(history, play), { numRuns: Math.ceil(OPERATIONS / PER_HISTORY) });
  });
});

async function play(history: (typeof operation extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
  const accounts = [await newAccount(), await newAccount()];
  const ids: string[] = [];
  for (const { actor, kind, target, name } of history) {
    const account = accounts[actor] ?? (await newAccount());
    const id = ids[target] ?? '1';
    const own = account.names.has(id);
    if (kind === 'create') {
      const made = await newEvent(account.token, { name });
      ids.push(made.id);
      account.names.set(made.id, name.trim());
    } else if (kind === 'list') {
      expect(await namesOf(account)).toEqual(account.names);
    } else {
      const outcome = await act(kind, account, id, name);
      if (!own) expect([outcome.status, outcome.text]).toEqual([404, unknown[kind]]);
      else expect(outcome.status).toBe(200);
      if (own && kind === 'view') expect(outcome.body.data).toMatchObject({ name: account.names.get(id) });
      if (own && kind === 'update') account.names.set(id, name.trim());
      if (own && kind === 'delete') account.names.delete(id);
    }
  }
  for (const account of accounts) expect(await namesOf(account)).toEqual(account.names);
}

const newAccount = async (): Promise<Account> => ({ token: await newToken(), names: new Map() });

const namesOf = async ({ token }: Account) =>
  new Map((await allEvents(token)).map(({ id, name }) => [String(id), name]));

function act(
  kind: 'view' | 'update' | 'delete',
  { token }: Account,
  id: string,
  name: string,
): Promise<Outcome> {
  const { handler, method } = endpoints[kind];
  return call(handler, { method, token, path: { id }, ...(kind === 'update' && { body: { name } }) });
}
