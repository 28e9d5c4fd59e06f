import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newNames } from '../../lib/accounts/fields.ts';
import { newBudgetTexts } from '../../lib/budgets/fields.ts';
import { budgetPath } from '../../lib/dynamodb/keys.ts';
import { newEventTexts } from '../../lib/events/fields.ts';
import { type NewText, newLine, newName, newText } from '../../lib/new-text.ts';
import { exportOf, importInto } from '../support/budget-files.ts';
import { call, type Outcome } from '../support/call.ts';
import { bodySchemaOf } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { historyOf, recorded, recordedDeletion, undo } from '../support/history.ts';
import { rejected } from '../support/rejected.ts';
import {
  accessToken,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  person,
  storedPerson,
} from '../support/service.ts';
import { newVerified, setInEvent, share } from '../support/sharing.ts';
import { tableContent } from '../support/table-content.ts';

const { signup, updateAccount, viewAccount, createToken, listTokens, create, update, copy, view } = endpoints;
const { createBudget, updateBudget, viewBudget, createPayment, updatePayment, listPayments } = endpoints;

const OVERRIDE = '\u202egpj.exe';

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
let payment: { event_id: string; budget_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { spent: 0 });
  payment = await newPayment(token, budget);
});

type Fields = Record<string, unknown>;

const inEvent = () => ({ token, path: { event_id: event.id } });
const inBudget = () => ({ token, path: { event_id: event.id, budget_id: budget.id } });
const imported = (fields: Fields) => importInto(token, event, [catering(fields)]);
const changedByImport = (fields: Fields) => importInto(token, event, [{ ...fields, id: Number(budget.id) }]);
const quoted = (text: unknown): string => `"${text}"`;
const inFile = (fields: Fields) => {
  const row = catering(fields);
  return importInto(token, event, `${Object.keys(row)}\n${Object.values(row).map(quoted)}\n`);
};

type Write = (fields: Fields) => Promise<Outcome>;

/** Each write of texts, by its endpoint: their rules, and how to send them. */
const writes: Record<string, { rules: Record<string, NewText | undefined>; write: Write }> = {
  authSignup: { rules: newNames, write: (fields) => call(signup.handler, { body: person(fields) }) },
  accountUpdate: { rules: newNames, write: (body) => call(updateAccount.handler, { token, body }) },
  tokensCreate: {
    rules: { name: newName },
    write: (fields) => call(createToken.handler, { token, body: accessToken(fields) }),
  },
  eventsCreate: {
    rules: newEventTexts,
    write: (fields) => call(create.handler, { token, body: party(fields) }),
  },
  eventsUpdate: {
    rules: newEventTexts,
    write: (body) => call(update.handler, { token, path: event, body }),
  },
  eventsCopy: {
    rules: newEventTexts,
    write: (fields) =>
      call(copy.handler, { token, path: event, body: { event_date: '2028-07-04', ...fields } }),
  },
  budgetsCreate: {
    rules: newBudgetTexts,
    write: (fields) => call(createBudget.handler, { ...inEvent(), body: catering(fields) }),
  },
  budgetsUpdate: {
    rules: newBudgetTexts,
    write: (body) => call(updateBudget.handler, { token, path: budget, body }),
  },
  budgetsImport: { rules: newBudgetTexts, write: imported },
  'budgetsImport, a change': { rules: newBudgetTexts, write: changedByImport },
  'budgetsImport, a file': { rules: newBudgetTexts, write: inFile },
  paymentsCreate: {
    rules: { note: newText },
    write: (fields) => call(createPayment.handler, { ...inBudget(), body: deposit(fields) }),
  },
  paymentsUpdate: {
    rules: { note: newText },
    write: (body) => call(updatePayment.handler, { token, path: payment, body }),
  },
};

const all = Object.entries(writes).flatMap(([name, { rules, write }]) =>
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

async function shownBudgets({ id } = event): Promise<unknown> {
  const path = { event_id: id };
  return (await call(endpoints.listBudgets.handler, { method: 'GET', token, path })).body.data;
}

/** What the caller sees of its account, events, budgets, payments and tokens. */
async function seen(): Promise<string> {
  const events = await call(endpoints.list.handler, { method: 'GET', token });
  const ids = z.array(z.object({ id: z.int() })).parse(events.body.data);
  const budgets = await Promise.all(ids.map(({ id }) => shownBudgets({ id: String(id) })));
  const account = await call(viewAccount.handler, { method: 'GET', token });
  const tokens = await call(listTokens.handler, { method: 'GET', token });
  return JSON.stringify([events.body.data, budgets, account.body.data, tokens.body.data]);
}

/** Sends each of these texts. Expects refusals that change nothing, and returns their errors. */
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

it.each(names)('$name: a new $field has something to see', async (given) => {
  const texts = ['\u200b', ' \u200b\u2060 ', '\ufeff\u00ad\u200b', '\u3164', '\u2800'];
  for (const error of await errorsOf(given, texts))
    expect(error).toMatchObject({ code: 'blank', message: expect.stringMatching(/can't be blank\.$/) });
});

it.each(lines)('$name: a new $field has spaces for line breaks and tabs', async ({ name, field, write }) => {
  const { status, body } = await write({ [field]: 'א\u200f\tb\r\nc\rd\ne\u2028f' });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  if (name === 'authSignup') token = String(body.token);
  expect(await seen()).toContain(`"${field}":"א\u200f b c d e f"`);
});

it('says in a signup what is wrong with a name, in the words of the contract', async () => {
  const answer = async (first_name: string) =>
    (await call(signup.handler, { body: person({ first_name }) })).body;
  expect((await answer('\u200b')).message).toBe("Validation failed: First name can't be blank.");
  expect((await answer(OVERRIDE)).message).toBe(
    'Validation failed: First name must not contain NUL or invisible characters that reorder text.',
  );
});

it('tells the line of a file', async () => {
  const file = `name,amount,note\nBand,1,\nHall,1,${OVERRIDE}\n`;
  const { body } = await rejected(() => importInto(token, event, file));
  expect(body.errors).toMatchObject([
    { line: 3, field: 'note', message: expect.stringMatching(/^Line 3: Note must not contain NUL or/) },
  ]);
});

it('keeps line breaks of descriptions and notes', async () => {
  const text = 'one\n\ttwo\r\nthree';
  await call(update.handler, { token, path: event, body: { description: text } });
  await call(updateBudget.handler, { token, path: budget, body: { note: text } });
  await call(updatePayment.handler, { token, path: payment, body: { note: text } });
  const shown = [
    await call(view.handler, { method: 'GET', token, path: event }),
    await call(viewBudget.handler, { method: 'GET', token, path: budget }),
    await call(listPayments.handler, { method: 'GET', token }),
  ];
  for (const { text: answered } of shown) expect(answered).toContain(JSON.stringify(text).slice(1, -1));
});

describe('a text that was stored before these rules', () => {
  const old = {
    name: `a\tb${OVERRIDE}`,
    category: 'c\nd\0',
    vendor: '\u2066v',
    note: 'n\0',
    link: 'https://bank.example\\@evil.example/',
  };
  beforeEach(async () => {
    const stored = { n: old.name, c: old.category, v: old.vendor, t: old.note, l: old.link };
    for (const [name, value] of Object.entries(stored))
      await setInEvent(token, event, [...budgetPath(Number(budget.id)), name], value);
    await setInEvent(token, event, ['head', 'name'], old.name);
    await setInEvent(token, event, ['head', 'description'], old.note);
    await setInEvent(token, event, [...budgetPath(Number(budget.id)), 'y', payment.id, 'n'], old.note);
  });

  it('is shown to the byte, and passes where it is not changed', async () => {
    expect(await shownBudgets()).toMatchObject([old]);
    const texts = { name: old.name, description: old.note };
    expect((await call(update.handler, { token, path: event, body: texts })).status).toBe(200);
    const changes = { ...old, amount: 7 };
    expect((await call(updateBudget.handler, { token, path: budget, body: changes })).status).toBe(200);
    expect((await changedByImport({ ...old, amount: 8 })).status).toBe(201);
    const note = { amount: 9, note: old.note };
    expect((await call(updatePayment.handler, { token, path: payment, body: note })).status).toBe(200);
    expect(await shownBudgets()).toMatchObject([{ ...old, amount: 8 }]);
    const { body } = await call(view.handler, { method: 'GET', token, path: event });
    expect(body.data).toMatchObject(texts);
  });

  it('is refused where another one was', async () => {
    const body = { link: `${old.link}x`, name: `${old.name}x` };
    const { status, body: answered } = await rejected(() =>
      call(updateBudget.handler, { token, path: budget, body }),
    );
    expect([status, answered.errors?.map(({ field }) => field)]).toEqual([422, ['name', 'link']]);
  });

  it('passes in the row of an export, which changes another cell', async () => {
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    expect((await importInto(token, event, text)).body).toMatchObject({ changed_count: 0 });
    const { status, body } = await importInto(token, event, text.replace('1250.50', '99.00'));
    expect([status, body]).toMatchObject([201, { changed_count: 1 }]);
    expect(await shownBudgets()).toMatchObject([{ ...old, amount: 99 }]);
  });

  it('is copied, and restored', async () => {
    const body = { event_date: '2028-07-04' };
    const { headers } = await call(copy.handler, { token, path: event, body });
    const id = String(headers['location']).replace('/events/view/', '');
    expect(await shownBudgets({ id })).toMatchObject([old]);
    const version = await recordedDeletion(token, budget);
    expect((await undo(token, event, version)).status).toBe(200);
    expect(await shownBudgets()).toMatchObject([old]);
    await call(endpoints.delete.handler, { token, path: event });
    expect((await call(endpoints.restore.handler, { token, path: event })).status).toBe(200);
    expect(await shownBudgets()).toMatchObject([old]);
  });
});

describe('a name that was stored before these rules', () => {
  const names = { first_name: `Ada${OVERRIDE}`, last_name: 'Love\0lace\u2069' };

  it('passes where it is not changed, and its account shows it to the byte', async () => {
    token = await storedPerson(names);
    const body = { ...names, last_name: 'King' };
    expect((await call(updateAccount.handler, { token, body })).status).toBe(200);
    const { body: shown } = await call(viewAccount.handler, { method: 'GET', token });
    expect(shown.data).toMatchObject(body);
  });

  it('is shown to others without what reorders text', async () => {
    const owner = await storedPerson({ ...names, email_verified: true });
    const shared = await newEvent(owner);
    const guest = await newVerified();
    await recorded(owner, shared, () =>
      call(update.handler, { token: owner, path: shared, body: { description: 'x' } }),
    );
    await call(endpoints.inviteMember.handler, {
      token: owner,
      path: { event_id: shared.id },
      body: { email: guest.email, role: 'viewer' },
    });
    const { body: invited } = await call(endpoints.listInvitations.handler, {
      method: 'GET',
      token: guest.token,
    });
    expect(invited.data).toMatchObject([{ invited_by: 'Adagpj.exe Lovelace' }]);
    await share(owner, shared, token, 'editor');
    const { body } = await call(view.handler, { method: 'GET', token, path: shared });
    expect(body.data).toMatchObject({ owner: 'Adagpj.exe Lovelace' });
    expect(await historyOf(token, shared)).toMatchObject([{ by: { name: 'Adagpj.exe Lovelace' } }]);
    const path = { event_id: shared.id };
    const { body: members } = await call(endpoints.listMembers.handler, { method: 'GET', token, path });
    expect(members.data).toMatchObject([{ first_name: 'Adagpj.exe', last_name: 'Lovelace' }, { you: true }]);
  });
});
