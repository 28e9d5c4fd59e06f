import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { type Fault, faultKinds, faultyDatabase } from '../../support/faults.ts';
import { refillRetries } from '../../support/retries.ts';
import { historyLength } from '../../support/scale.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { count, figures } from '../figures.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

/** The number of edits. OPERATIONS overrides it. */
const OPERATIONS = historyLength(1_200);
const ROUNDS = 25;
/**
 * Two edit one budget, one edits another, two add payments to a third and tick them off, and one renames the event without
 * `If-Match`.
 */
const EDITORS = ['one', 'two', 'alone', 'pays', 'pays too', 'renames'] as const;
type Editor = (typeof EDITORS)[number];
/** Both stay below the maximum of a budget. */
const PAYMENTS = 10;

const database = await faultyDatabase();

const planOf = (kinds: readonly Fault['kind'][]) => {
  const fault = fc.record({ kind: fc.constantFrom(...kinds), degree: fc.nat({ max: 89 }) });
  return fc.infiniteStream(
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
  );
};
/** Who edits in a round. */
const rounds = fc.array(fc.subarray([...EDITORS], { minLength: 2 }), {
  minLength: ROUNDS,
  maxLength: ROUNDS,
});

const { view, update, viewBudget, updateBudget, createPayment, updatePayment } = endpoints;
const payment = z.object({ id: z.int(), note: z.string(), paid_on: z.optional(z.string()) });
const payments = z._default(z.array(payment), []);
const shown = z.object({ name: z.string(), amount: z.number(), spent: z.number(), payments });

it.each<[string, readonly Fault['kind'][], number]>([
  ['all kinds of faults', faultKinds, OPERATIONS],
  ['conflicts', ['conflict'], OPERATIONS / 4],
])(
  'edits with If-Match are never lost and never done twice, with %s',
  { timeout: 3_600_000 },
  async (_, kinds, number) => {
    const property = fc.asyncProperty(rounds, planOf(kinds), async (history, faults) => {
      const token = await newToken();
      const { sub: accountId = '' } = decodeJwt(token);
      const event = await newEvent(token);
      const shared = await newBudget(token, event, { name: 'start', amount: 0 });
      const own = await newBudget(token, event, { name: 'start', amount: 0 });
      const get = async (path: typeof shared) => {
        const { status, headers, body } = await call(viewBudget.handler, { method: 'GET', token, path });
        return status === 200 ? { tag: String(headers['etag']), ...shown.parse(body.data) } : undefined;
      };
      /** The status of each edit, by the name that it writes. */
      const edits = new Map<string, number>([['start', 200]]);
      const tags: string[] = [];

      /** Adds 1 to what it has read. */
      const edit = async (path: typeof shared, editor: Editor) => {
        const read = await get(path);
        if (!read) return;
        expect([200, 503]).toContain(edits.get(read.name) ?? 503);
        const name = `${editor} ${edits.size}`;
        edits.set(name, 503);
        const headers = { 'if-match': read.tag };
        const body = { name, amount: read.amount + 1 };
        const { status, headers: answered } = await call(updateBudget.handler, {
          token,
          path,
          headers,
          body,
        });
        edits.set(name, status);
        count(`${editor}: ${status}`);
        expect(editor === 'alone' ? [200, 503] : [200, 412, 503]).toContain(status);
        if (status === 200) tags.push(`${path.id} ${answered['etag']}`);
      };
      const paid = await newBudget(token, event, { spent: 0 });
      const ofPaid = { event_id: event.id, budget_id: paid.id };
      /** The status of the last write of each payment, by its note. */
      const made = new Map<string, number>();
      const ticked = new Map<string, number>();

      /** Adds a payment, or ticks one off when there are enough. */
      const pay = async (editor: Editor) => {
        const own = [...made].filter(([note]) => note.startsWith(`${editor}:`));
        if (own.length < PAYMENTS) {
          const note = `${editor}: ${own.length}`;
          made.set(note, 503);
          const body = { amount: 1, note, due_date: '2027-05-01' };
          const { status } = await call(createPayment.handler, { token, path: ofPaid, body });
          made.set(note, status);
          count(`${editor}: ${status}`);
          return;
        }
        const open = (await get(paid))?.payments.find(
          ({ note, paid_on }) => note.startsWith(`${editor}:`) && !paid_on,
        );
        if (!open) return;
        const path = { ...ofPaid, id: String(open.id) };
        const { status } = await call(updatePayment.handler, {
          token,
          path,
          body: { paid_on: '2027-05-01' },
        });
        ticked.set(open.note, status);
        count(`${editor}, ticked off: ${status}`);
      };
      const rename = () => call(update.handler, { token, path: event, body: { name: 'Ball' } });

      let isOver = false;
      const lane = database.disturb(() => (isOver ? undefined : faults.next().value));
      lane.add(`ACCOUNT#${accountId}`);
      for (const editors of history) {
        await refillRetries();
        await Promise.all(
          editors.map((editor) => {
            if (editor === 'renames') return rename();
            if (editor.startsWith('pays')) return pay(editor);
            return edit(editor === 'alone' ? own : shared, editor);
          }),
        );
        await lane.settled();
      }
      isOver = true;
      for (const path of [shared, own]) {
        const final = await get(path);
        const done = tags.filter((tag) => tag.startsWith(path.id));
        expect(new Set(done).size).toBe(done.length);
        const editors = path === own ? ['alone'] : ['one', 'two'];
        const unknown = [...edits].filter(
          ([name, status]) => status === 503 && editors.includes(name.split(' ')[0] ?? ''),
        );
        expect(final?.amount).toBeGreaterThanOrEqual(done.length);
        expect(final?.amount).toBeLessThanOrEqual(done.length + unknown.length);
        expect([200, 503]).toContain(edits.get(final?.name ?? ''));
      }
      expect([...made.values(), ...ticked.values()].every((status) => [200, 201, 503].includes(status))).toBe(
        true,
      );
      const { spent = 0, payments: all = [] } = (await get(paid)) ?? {};
      const notes = all.map(({ note }) => note);
      expect(new Set(notes).size).toBe(notes.length);
      expect([...made.keys()]).toEqual(expect.arrayContaining(notes));
      expect(notes).toEqual(
        expect.arrayContaining([...made].flatMap(([note, status]) => (status === 201 ? note : []))),
      );
      const done = all.filter(({ paid_on }) => paid_on).map(({ note }) => note);
      expect(spent).toBe(done.length);
      expect([...ticked.keys()]).toEqual(expect.arrayContaining(done));
      expect(done).toEqual(
        expect.arrayContaining([...ticked].flatMap(([note, status]) => (status === 200 ? note : []))),
      );
      for (const [kind, times] of Object.entries(lane.injected)) count(`fault: ${kind}`, times);
      expect((await call(view.handler, { method: 'GET', token, path: event })).status).toBe(200);
    });
    const runs = Math.ceil(number / (ROUNDS * 3));
    const some = () => fc.assert(property, { numRuns: Math.ceil(runs / 3), endOnFailure: true });
    await Promise.all(Array.from({ length: Math.min(3, runs) }, some));
    if (process.env['OPERATIONS']) console.info(figures);
  },
);
