import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newNames } from '../../lib/accounts/fields.ts';
import { newBudgetTexts } from '../../lib/budgets/fields.ts';
import { budgetPath } from '../../lib/dynamodb/keys.ts';
import { newEventTexts } from '../../lib/events/fields.ts';
import { type NewText, newLine, newName, newText } from '../../lib/new-text.ts';
import { exportOf, shownBudgets } from '../support/budget-files.ts';
import type { Outcome } from '../support/call.ts';
import { type Client, clientOf, newClient, newVerifiedClient, nobody } from '../support/client.ts';
import { bodySchemaOf } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { historyOf, recorded, recordedDeletion } from '../support/history.ts';
import { accessToken, catering, deposit, party, person, storedPerson } from '../support/service.ts';
import { setInEvent, share } from '../support/sharing.ts';
import { rejected, tableContent } from '../support/table.ts';

const OVERRIDE = '\u202egpj.exe';
const marks = (count: number) => `a${'\u0300\u0316'.repeat(count).slice(0, count)}`;

let ada: Client;
let event: { id: string };
let on: { event_id: string };
let budget: { event_id: string; id: string };
let payment: { event_id: string; budget_id: string; id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  on = { event_id: event.id };
  budget = await ada.newBudget(event, { spent: 0 });
  payment = await ada.newPayment(budget);
});

type Fields = Record<string, unknown>;
type Write = (fields: Fields) => Promise<Outcome>;
type Rules = Record<string, NewText | undefined>;

const imported = (fields: Fields) => ada.importBudgets(on, { budgets: [fields] });
const changedByImport = (fields: Fields) => imported({ ...fields, id: Number(budget.id) });
const quoted = (row: Fields) => Object.values(row).map((text) => `"${text}"`);
const inFile = (row: Fields) => ada.importFile(event, `${Object.keys(row)}\n${quoted(row)}\n`);

/** Each write of texts, by its endpoint: their rules, and how to send them. */
const writes: Record<string, [rules: Rules, write: Write]> = {
  authSignup: [newNames, (fields) => nobody.signup(person(fields))],
  accountUpdate: [newNames, (fields) => ada.updateAccount(fields)],
  tokensCreate: [{ name: newName }, (fields) => ada.createToken(accessToken(fields))],
  eventsCreate: [newEventTexts, (fields) => ada.create(party(fields))],
  eventsUpdate: [newEventTexts, (fields) => ada.update(event, fields)],
  eventsCopy: [newEventTexts, (fields) => ada.copy(event, { event_date: '2028-07-04', ...fields })],
  budgetsCreate: [newBudgetTexts, (fields) => ada.createBudget(on, catering(fields))],
  budgetsUpdate: [newBudgetTexts, (fields) => ada.updateBudget(budget, fields)],
  budgetsImport: [newBudgetTexts, (fields) => imported(catering(fields))],
  'budgetsImport, a change': [newBudgetTexts, changedByImport],
  'budgetsImport, a file': [newBudgetTexts, (fields) => inFile(catering(fields))],
  'budgetsImport, a file of changes': [
    newBudgetTexts,
    (fields) => inFile({ ref: `b${budget.id}`, ...fields }),
  ],
  paymentsCreate: [
    { note: newText },
    (fields) => ada.createPayment({ ...on, budget_id: budget.id }, deposit(fields)),
  ],
  paymentsUpdate: [{ note: newText }, (fields) => ada.updatePayment(payment, fields)],
};

const all = Object.entries(writes).flatMap(([name, [rules, write]]) =>
  Object.entries(rules).flatMap(([field, rule]) => (rule ? { name, field, rule, write } : [])),
);
const names = all.filter(({ rule }) => rule === newName);
const lines = all.filter(({ rule }) => rule === newName || rule === newLine);

/** Codes, tokens and what a login sends. */
const NOT_STORED = ['username', 'email', 'code', 'token', 'confirmation', 'currency'];

it('has all texts that are sent as JSON', () => {
  const texts = allEndpoints
    .filter(({ body }) => body)
    .flatMap(({ name, handler }) =>
      Object.entries(bodySchemaOf(handler).properties)
        .filter(([, schema]) => schema.type.includes('string') && !schema.format && !schema.enum)
        .flatMap(([field]) => (NOT_STORED.includes(field) ? [] : `${name}: ${field}`)),
    );
  expect(
    all.map(({ name, field }) => `${name}: ${field}`),
    'Give each new text a rule in `fields.ts`, and add its write here.',
  ).toEqual(expect.arrayContaining(texts));
});

/** What the caller sees of its account, events, budgets, payments and tokens. */
async function seen(): Promise<string> {
  const { data } = (await ada.list()).body;
  const ids = z.array(z.object({ id: z.int() })).parse(data);
  const budgets = await Promise.all(ids.map(({ id }) => shownBudgets(ada.token, { id: String(id) })));
  return JSON.stringify([data, budgets, (await ada.viewAccount()).body, (await ada.listTokens()).body]);
}

/** Sends each of these texts. Expects rejections that change nothing, and returns their errors. */
async function errorsOf({ field, write }: { field: string; write: Write }, texts: string[]) {
  const before = await tableContent();
  const errors: Outcome['body']['errors'] = [];
  for (const text of texts) {
    const { status, body } = await write({ [field]: text });
    expect(status, JSON.stringify(text)).toBe(422);
    errors.push(...(body.errors ?? []));
  }
  expect(await tableContent()).toEqual(before);
  expect(errors).toHaveLength(texts.length);
  return errors;
}

it.each(all)('$name: a new $field has no NUL, and nothing that reorders text', async (given) => {
  const texts = ['x\0', 'x\u202a', `x${OVERRIDE}`, 'x\u2066', 'x\u2069'];
  for (const error of await errorsOf(given, texts))
    expect(error).toMatchObject({ field: expect.stringMatching(`${given.field}$`), code: 'invalid' });
});

// Those of a link are escaped.
it.each(all.filter(({ field }) => field !== 'link'))(
  '$name: a new $field has at most 30 combining marks in a row',
  async (given) => {
    const { field, write } = given;
    const [error] = await errorsOf(given, [marks(31)]);
    const message = /[\w ]+ must not contain more than 30 combining marks, such as accents, in a row\.$/;
    expect(error).toMatchObject({ code: 'invalid', message: expect.stringMatching(message) });
    expect((await write({ [field]: marks(30) })).status).toBeLessThan(300);
  },
);

it.each(names)('$name: a new $field has something to see', async (given) => {
  const texts = ['\u200b', ' \u200b\u2060 ', '\ufeff\u00ad\u200b', '\u3164', '\u2800'];
  for (const error of await errorsOf(given, texts))
    expect(error).toMatchObject({ code: 'blank', message: expect.stringMatching(/can't be blank\.$/) });
});

it.each(lines)('$name: a new $field has spaces for line breaks and tabs', async ({ name, field, write }) => {
  const { status, body } = await write({ [field]: 'א\u200f\tb\r\nc\rd\ne\u2028f' });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  if (name === 'authSignup') ada = clientOf(String(body.token));
  expect(await seen()).toContain(`"${field}":"א\u200f b c d e f"`);
});

it('says in a signup what is wrong with a name, in the words of the contract', async () => {
  const answer = async (first_name: string) => (await nobody.signup(person({ first_name }))).body.message;
  expect(await answer('\u200b')).toBe("Validation failed: First name can't be blank.");
  expect(await answer(OVERRIDE)).toBe(
    'Validation failed: First name must not contain NUL or invisible characters that reorder text.',
  );
});

it('tells the line of a file', async () => {
  const file = `name,amount,note\nBand,1,\nHall,1,${OVERRIDE}\n`;
  const { body } = await rejected(() => ada.importFile(event, file));
  expect(body.errors).toMatchObject([
    { line: 3, field: 'note', message: expect.stringMatching(/^Line 3: Note must not contain NUL or/) },
  ]);
});

it('keeps line breaks of descriptions and notes', async () => {
  const text = 'one\n\ttwo\r\nthree';
  await ada.update(event, { description: text });
  await ada.updateBudget(budget, { note: text });
  await ada.updatePayment(payment, { note: text });
  for (const shown of [await ada.view(event), await ada.viewBudget(budget), await ada.listPayments()])
    expect(shown.text).toContain(JSON.stringify(text).slice(1, -1));
});

describe('a text that was stored before these rules', () => {
  const old = {
    name: `a\tb${OVERRIDE}`,
    category: 'c\nd\0',
    vendor: '\u2066v',
    note: `n\0${marks(31)}`,
    link: 'https://bank.example\\@evil.example/',
  };
  const texts = { name: old.name, description: old.note };
  beforeEach(async () => {
    const stored = { n: old.name, c: old.category, v: old.vendor, t: old.note, l: old.link };
    const path = budgetPath(Number(budget.id));
    for (const [name, value] of Object.entries(stored))
      await setInEvent(ada.token, event, [...path, name], value);
    for (const [name, value] of Object.entries(texts))
      await setInEvent(ada.token, event, ['head', name], value);
    await setInEvent(ada.token, event, [...path, 'y', payment.id, 'n'], old.note);
  });

  const expectShown = async (path: { id: string }, fields = {}) => {
    expect(await shownBudgets(ada.token, path)).toMatchObject([{ ...old, ...fields }]);
    expect((await ada.view(path)).body.data).toMatchObject(texts);
  };

  it('is shown to the byte, and passes where it is not changed', async () => {
    await expectShown(event);
    expect((await ada.update(event, texts)).status).toBe(200);
    expect((await ada.updateBudget(budget, { ...old, amount: 7 })).status).toBe(200);
    expect((await changedByImport({ ...old, amount: 8 })).status).toBe(201);
    expect((await ada.updatePayment(payment, { amount: 9, note: old.note })).status).toBe(200);
    await expectShown(event, { amount: 8 });
  });

  it('is rejected where another one was', async () => {
    const fields = { link: `${old.link}x`, name: `${old.name}x` };
    const { codes } = await rejected(() => ada.updateBudget(budget, fields));
    expect(codes).toEqual([422, 'name invalid', 'link invalid']);
  });

  it('passes in the row of an export, which changes another cell', async () => {
    const { text } = await exportOf(ada.token, event, {}, { include: 'version' });
    expect((await ada.importFile(event, text)).body).toMatchObject({ changed_count: 0 });
    const { status, body } = await ada.importFile(event, text.replace('1250.50', '99.00'));
    expect([status, body]).toMatchObject([201, { changed_count: 1 }]);
    await expectShown(event, { amount: 99 });
  });

  it('is copied, and restored', async () => {
    await expectShown({ id: (await ada.copy(event, { event_date: '2028-07-04' })).id });
    const version = await recordedDeletion(ada.token, budget);
    expect((await ada.undo({ ...on, version: String(version) })).status).toBe(200);
    await expectShown(event);
    await ada.delete(event);
    expect((await ada.restore(event)).status).toBe(200);
    await expectShown(event);
  });
});

describe('a name that was stored before these rules', () => {
  const old = { first_name: `Ada${OVERRIDE}`, last_name: 'Love\0lace\u2069' };

  it('passes where it is not changed, and its account shows it to the byte', async () => {
    ada = clientOf(await storedPerson(old));
    const body = { ...old, last_name: 'King' };
    expect((await ada.updateAccount(body)).status).toBe(200);
    expect((await ada.viewAccount()).body.data).toMatchObject(body);
  });

  it('is shown to others without what reorders text', async () => {
    const owner = clientOf(await storedPerson({ ...old, email_verified: true }));
    const shared = await owner.newEvent();
    const guest = await newVerifiedClient();
    await recorded(owner.token, shared, () => owner.update(shared, { description: 'x' }));
    await owner.inviteMember({ event_id: shared.id }, { email: guest.email, role: 'viewer' });
    const [name, first_name, last_name] = ['Adagpj.exe Lovelace', 'Adagpj.exe', 'Lovelace'];
    expect((await guest.listInvitations()).body.data).toMatchObject([{ invited_by: name }]);
    await share(owner.token, shared, ada.token, 'editor');
    expect((await ada.view(shared)).body.data).toMatchObject({ owner: name });
    expect(await historyOf(ada.token, shared)).toMatchObject([{ by: { name } }]);
    const { data } = (await ada.listMembers({ event_id: shared.id })).body;
    expect(data).toMatchObject([{ first_name, last_name }, { you: true }]);
  });
});
