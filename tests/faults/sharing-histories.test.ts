import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { type Fault, faultKinds } from '../support/fault-lane.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { allEvents, endpoints, newEvent } from '../support/service.ts';
import { accountIdOf, newVerified } from '../support/sharing.ts';
import { refillRetries } from './acting.ts';
import { count, figures } from './figures.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
  process.env['MAIL_LIMIT'] = '1000000';
});

/** The number of operations of each kind of history. OPERATIONS overrides it. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 240);
/** Below the 20 invitations that an account may send in an hour. */
const PER_HISTORY = 40;
const RUNS = Math.ceil(OPERATIONS / PER_HISTORY);
const SEED = Number(process.env['SEED'] ?? Date.now());
const AT_ONCE = 4;

const proxy = await startFaultProxy(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
afterAll(proxy.stop);

const KINDS = [
  ...(['invite', 'invite', 'accept', 'accept', 'decline', 'setRole', 'remove', 'leave'] as const),
  ...(['rename', 'rename', 'view', 'list'] as const),
];
type Role = 'viewer' | 'editor';

const operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  /** Who acts, or is acted on: 0 is the owner. */
  guest: fc.constantFrom(1, 2, 3),
  actor: fc.constantFrom(0, 1, 2, 3),
  role: fc.constantFrom<Role>('viewer', 'editor'),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const history = fc.array(operation, { minLength: PER_HISTORY, maxLength: PER_HISTORY });

const { inviteMember, acceptInvitation, declineInvitation, listInvitations, listMembers } = endpoints;
const { updateMember, removeMember, update, view } = endpoints;

const shownMembers = z.array(
  z.object({ id: z.optional(z.int()), email: z.string(), role: z.string(), state: z.string() }),
);
const shownIds = z.array(z.object({ id: z.int() }));

/** Four accounts, of which the first has an event. */
async function newWorld() {
  const people = [await newVerified(), await newVerified(), await newVerified(), await newVerified()];
  const tokens = people.map(({ token }) => token);
  const [owner = ''] = tokens;
  const event = await newEvent(owner);
  const members = async () => {
    const request = { method: 'GET', token: owner, path: { event_id: event.id } };
    return shownMembers.parse((await call(listMembers.handler, request)).body.data ?? []);
  };
  const memberId = async (guest: number) =>
    String((await members()).find(({ email }) => email === people[guest]?.email)?.id ?? 1);
  const invitationId = async (guest: number) => {
    const { body } = await call(listInvitations.handler, { method: 'GET', token: tokens[guest] });
    return String(shownIds.safeParse(body.data).data?.[0]?.id ?? 1);
  };
  const statusOf = async ({ kind, guest, actor, role }: Operation): Promise<number> => {
    const [email, token] = [people[guest]?.email, tokens[guest]];
    const path = { event_id: event.id };
    switch (kind) {
      case 'invite':
        return (await call(inviteMember.handler, { token: owner, path, body: { email, role } })).status;
      case 'accept':
        return (await call(acceptInvitation.handler, { token, path: { id: await invitationId(guest) } }))
          .status;
      case 'decline':
        return (await call(declineInvitation.handler, { token, path: { id: await invitationId(guest) } }))
          .status;
      case 'setRole': {
        const request = { token: owner, path: { ...path, id: await memberId(guest) }, body: { role } };
        return (await call(updateMember.handler, request)).status;
      }
      case 'remove':
      case 'leave': {
        const request = {
          token: kind === 'remove' ? owner : token,
          path: { ...path, id: await memberId(guest) },
        };
        return (await call(removeMember.handler, request)).status;
      }
      case 'rename':
        return (await call(update.handler, { token: tokens[actor], path: event, body: { name: 'Ball' } }))
          .status;
      case 'view':
        return (await call(view.handler, { method: 'GET', token: tokens[actor], path: event })).status;
      case 'list':
        return (await allEvents(tokens[actor] ?? '')).length > 0 ? 200 : 404;
    }
  };
  return { people, tokens, event, members, statusOf };
}

type World = Awaited<ReturnType<typeof newWorld>>;

/** What the event should have. */
interface Model {
  roles: Map<number, Role>;
  invited: Map<number, Role>;
}

/** The status that an operation gets, after which the model is up to date. */
function expectedStatus({ roles, invited }: Model, { kind, guest, actor, role }: Operation): number {
  const own = actor === 0 ? 'editor' : roles.get(actor);
  const invitation = invited.get(guest);
  switch (kind) {
    case 'invite':
      if (invitation || roles.has(guest)) return 409;
      invited.set(guest, role);
      return 201;
    case 'accept':
      if (!invitation) return 404;
      invited.delete(guest);
      roles.set(guest, invitation);
      return 200;
    case 'decline':
      return invited.delete(guest) ? 200 : 404;
    case 'setRole':
      if (!roles.has(guest)) return 404;
      roles.set(guest, role);
      return 200;
    case 'remove':
      return roles.delete(guest) || invited.delete(guest) ? 200 : 404;
    case 'leave':
      return roles.delete(guest) ? 200 : 404;
    case 'rename':
      return own === undefined ? 404 : own === 'editor' ? 200 : 403;
    case 'view':
    case 'list':
      return own === undefined ? 404 : 200;
  }
}

/** Each account sees the event in its list if it can open it, and if the event has its role. Returns who can. */
async function expectConsistent({ people, tokens, event, members }: World): Promise<number[]> {
  const active = (await members()).filter(({ state }) => state === 'active').map(({ email }) => email);
  const seeing: number[] = [];
  for (const [n, token] of tokens.entries()) {
    const { status } = await call(view.handler, { method: 'GET', token, path: event });
    const isListed = (await allEvents(token)).some(({ id }) => String(id) === event.id);
    const isMember = active.includes(people[n]?.email ?? '');
    expect([n, status, isListed]).toEqual([n, isMember ? 200 : 404, isMember]);
    if (isMember) seeing.push(n);
  }
  return seeing;
}

const settings = { seed: SEED, numRuns: RUNS, endOnFailure: true };

describe('four accounts with one event, at random', () => {
  it('get what their roles allow, one after the other', { timeout: 3_600_000 }, async () => {
    const property = fc.asyncProperty(history, async (operations) => {
      const world = await newWorld();
      const model: Model = { roles: new Map(), invited: new Map() };
      let invitations = 0;
      for (const next of operations) {
        if (next.kind === 'invite' && ++invitations > 20) continue;
        const expected = expectedStatus(model, next);
        count(`${next.kind}: ${expected}`);
        expect([next, await world.statusOf(next)]).toEqual([next, expected]);
      }
      expect(await expectConsistent(world)).toEqual([0, ...[...model.roles.keys()].sort()]);
    });
    await fc.assert(property, settings);
  });

  const fault = fc.record({ kind: fc.constantFrom(...faultKinds), degree: fc.nat({ max: 99 }) });
  const plans = fc.infiniteStream(
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
  );

  it('can open what they see, at once and with faults', { timeout: 3_600_000 }, async () => {
    const property = fc.asyncProperty(history, plans, async (operations, plan) => {
      const world = await newWorld();
      let isOver = false;
      const lane = proxy.disturb((): Fault | undefined => (isOver ? undefined : plan.next().value));
      for (const token of world.tokens) lane.add(`ACCOUNT#${accountIdOf(token)}`);
      const playing = operations.filter(({ kind }) => kind !== 'list');
      for (let start = 0; start < playing.length; start += AT_ONCE) {
        await refillRetries();
        const together = playing.slice(start, start + AT_ONCE);
        const statuses = await Promise.all(together.map(world.statusOf));
        for (const status of statuses) expect([200, 201, 403, 404, 409, 429, 503]).toContain(status);
        await lane.settled();
      }
      isOver = true;
      proxy.release(lane);
      for (const [kind, times] of Object.entries(lane.injected)) count(`fault: ${kind}`, times);
      await expectConsistent(world);
    });
    await fc.assert(property, settings);
    if (process.env['OPERATIONS']) console.info(figures);
  });
});
