import { describe, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { refillRetries } from '../../support/retries.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { storedAt } from '../stored.ts';
import { type Act, expectHonest, expectLegal, type Moment } from './order-rules.ts';

const stored = storedAt();
const EVENTS_AND_CLAIMS = /^(?:ACCOUNT|CLAIM)#/;

/** An event with these budgets, of which one has two payments. */
interface Subject {
  token: string;
  event: { id: string };
  plain: string;
  perGuest: string;
  paid: string;
  payments: [string, string];
}

async function newSubject(): Promise<Subject> {
  const token = await newToken();
  const event = await newEvent(token, { guests: 10 });
  const budget = (fields: object) => newBudget(token, event, { spent: 0, ...fields });
  const paid = await budget({});
  return {
    ...{ token, event, paid: paid.id },
    plain: (await budget({})).id,
    perGuest: (await budget({ amount: undefined, unit_amount: 1, per_guest: true })).id,
    payments: [(await newPayment(token, paid)).id, (await newPayment(token, paid)).id],
  };
}

async function newEmptySubject(): Promise<Subject> {
  const token = await newToken();
  const nothing = { plain: '1', perGuest: '1', paid: '1', payments: ['1', '1'] as [string, string] };
  return { token, event: await newEvent(token), ...nothing };
}

const PER_GUEST = { unit_amount: 3.5, quantity: 2, per_guest: true };
const PAYMENT = { amount: 1, paid_on: '2027-03-01' };

/** Each changes the event whenever it is done. */
const acts = {
  'more guests': () => ({ kind: 'update', guests: 80 }),
  'no guests': () => ({ kind: 'update', guests: null }),
  'a currency without digits': () => ({ kind: 'update', currency: 'JPY' }),
  'a currency with three digits': () => ({ kind: 'update', currency: 'BHD' }),
  'deletion of the event': () => ({ kind: 'delete' }),
  'a budget': () => ({ kind: 'createBudget', fields: { amount: 15 } }),
  'a budget with three digits': () => ({ kind: 'createBudget', fields: { amount: 1.005 } }),
  'a budget per guest': () => ({ kind: 'createBudget', fields: PER_GUEST }),
  'a budget under a key': () => ({ kind: 'createBudget', fields: { amount: 15 }, key: 'budget' }),
  'an import': () => ({ kind: 'importBudgets', lines: Array(12).fill({ amount: 15 }) }),
  'an amount': ({ plain }) => ({ kind: 'updateBudget', lineId: plain, fields: { amount: 7 } }),
  'what was spent': ({ plain }) => ({ kind: 'updateBudget', lineId: plain, fields: { spent: 7 } }),
  'a due date': ({ plain }) => ({ kind: 'updateBudget', lineId: plain, fields: { due_date: '2027-06-30' } }),
  'what one costs': ({ perGuest }) => ({
    kind: 'updateBudget',
    lineId: perGuest,
    fields: { unit_amount: 3.5 },
  }),
  'a budget that becomes per guest': ({ plain }) => ({
    ...{ kind: 'updateBudget', lineId: plain, fields: PER_GUEST },
  }),
  'an amount beside payments': ({ paid }) => ({ kind: 'updateBudget', lineId: paid, fields: { amount: 7 } }),
  'an amount under a key': ({ plain }) => ({
    ...{ kind: 'updateBudget', lineId: plain, fields: { amount: 7 }, key: 'amount' },
  }),
  'deletion of a budget': ({ plain }) => ({ kind: 'deleteBudget', lineId: plain }),
  'deletion of a budget under a key': ({ plain }) => ({
    ...{ kind: 'deleteBudget', lineId: plain, key: 'deletion' },
  }),
  'deletion of the newest budget': () => ({ kind: 'deleteBudget' }),
  'deletion of a budget with payments': ({ paid }) => ({ kind: 'deleteBudget', lineId: paid }),
  'a first payment': ({ plain }) => ({ kind: 'createPayment', lineId: plain, fields: PAYMENT }),
  'a payment': ({ paid }) => ({ kind: 'createPayment', lineId: paid, fields: PAYMENT }),
  'a payment under a key': ({ paid }) => ({
    ...{ kind: 'createPayment', lineId: paid, fields: PAYMENT, key: 'payment' },
  }),
  'a payment that is paid': ({ paid, payments: [paymentId] }) => ({
    ...{ kind: 'updatePayment', lineId: paid, paymentId, fields: { paid_on: '2027-03-02' } },
  }),
  'another payment that is paid': ({ paid, payments: [, paymentId] }) => ({
    ...{ kind: 'updatePayment', lineId: paid, paymentId, fields: { paid_on: '2027-03-02' } },
  }),
  'deletion of a payment': ({ paid, payments: [paymentId] }) => ({
    ...{ kind: 'deletePayment', lineId: paid, paymentId },
  }),
} satisfies Record<string, (subject: Subject) => Act>;

type Name = keyof typeof acts;

const line = (fields: object = {}) => ({ name: 'Line', category: 'Food', ...fields });

function bodyOf({ kind, guests, currency, fields, lines }: Act): Record<string, unknown> {
  if (kind === 'update') return { guests, currency };
  if (kind === 'importBudgets') return { budgets: lines?.map(line) };
  return kind === 'createBudget' ? line(fields) : { ...fields };
}

const listed = z.array(z.object({ id: z.int() }));

/** The newest budget when its turn comes, unless the call crashes then. */
async function newestLine({ token, event }: Subject): Promise<string> {
  const path = { event_id: event.id };
  const { body } = await call(endpoints.listBudgets.handler, { method: 'GET', token, path });
  return String(listed.parse(body.data ?? []).at(-1)?.id ?? 1);
}

async function send(subject: Subject, act: Act): Promise<Outcome> {
  const { token, event } = subject;
  if (act.kind === 'deleteBudget') act.lineId ??= await newestLine(subject);
  const { kind, lineId = '', paymentId = '', key } = act;
  const ids = kind === 'update' || kind === 'delete' ? event : { id: lineId };
  const path = kind.endsWith('Payment') ? { budget_id: lineId, id: paymentId } : ids;
  const headers = key ? { 'idempotency-key': key } : {};
  return call(endpoints[kind].handler, {
    ...{ token, path: { event_id: event.id, ...path }, headers, body: bodyOf(act) },
  });
}

/** Plays calls in an order of their requests, in which one may crash, and an answer may be lost or an attempt late. */
const playing =
  (names: Name[], subjectOf: typeof newSubject) =>
  async (choices: Choices): Promise<boolean> => {
    await refillRetries();
    const subject = await subjectOf();
    const all = names.map((name): Act => acts[name](subject));
    const moments: Moment[] = [];
    const look = async (by?: number, isLate = false) => {
      const { events } = await stored.eventsAndClaims(accountIdOf(subject.token));
      moments.push({ by, isLate, event: events[0] });
    };
    await look();
    const works = all.map((act) => () => send(subject, act));
    const played = await interleave(works, choices, { holds: EVENTS_AND_CLAIMS, broken: 1, after: look });
    if (!played) return false;
    expectLegal(all, moments);
    for (const [number, act] of all.entries()) {
      const outcome = played.results[number];
      const isUnsure = played.unsure.includes(number);
      if (outcome && number !== played.crashed) expectHonest({ act, number, outcome, isUnsure }, moments);
    }
    return true;
  };

const ofEmpty: Name[] = [
  ...(['a currency without digits', 'a currency with three digits', 'a budget'] as const),
  ...(['a budget with three digits', 'an import'] as const),
];
const names = Object.keys(acts).filter((name): name is Name => name in acts);
const ofFull = names.filter((name) => !name.includes('digits'));
const pairsOf = (all: Name[]) =>
  all.flatMap((one, n) => all.slice(n).map((other): [Name, Name] => [one, other]));
const threes: [Name, Name, Name][] = [
  ['more guests', 'no guests', 'a budget that becomes per guest'],
  ['a payment that is paid', 'deletion of a payment', 'a payment'],
  ['a first payment', 'more guests', 'a budget that becomes per guest'],
  ['a payment', 'a payment under a key', 'a payment under a key'],
];

describe('in every order of the requests, with a crash, a lost answer or a late attempt, each call is done once or not at all', () => {
  const timeout = 3_600_000;

  it.each(pairsOf(ofFull))('%s, and %s', { timeout }, (...pair) => playShare(2, playing(pair, newSubject)));

  it.each(pairsOf(ofEmpty))('without budgets: %s, and %s', { timeout }, (...pair) =>
    playShare(2, playing(pair, newEmptySubject)),
  );

  it.each(threes)('%s, %s, and %s', { timeout }, (...three) => playShare(10, playing(three, newSubject)));
});
