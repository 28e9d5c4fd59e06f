import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextId } from '../../../lib/id.ts';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { scaled } from '../../support/scale.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { name: 'Müllers "Fest"\r\nX: 1' });
});

const listed = async ({ id }: { id: string }) => {
  const { body } = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: id },
  });
  return body;
};

describe('an export', () => {
  it('is a CSV file with a BOM, a header row and CRLF, named after the event', async () => {
    await newBudget(token, event, { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 });
    await newBudget(token, event, {
      ...{ name: '=1+1', category: '', amount: 5, spent: 0, kind: 'income' },
      ...{ vendor: 'A, "B"', note: 'two\nlines', due_date: '2027-05-01' },
    });
    const { status, headers, text } = await exportOf(token, event);
    expect(status).toBe(200);
    expect(text).toBe(
      [
        '\ufeffname,category,amount,spent,kind,vendor,note,due_date',
        'Band,Music,800.50,0.10,,,,',
        `'=1+1,,5.00,0.00,income,"A, ""B""","two\nlines",2027-05-01`,
        '',
      ].join('\r\n'),
    );
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Mullers Fest X 1 budgets.csv"; filename*=UTF-8''M%C3%BCllers%20Fest%20X%201%20budgets.csv`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('guards formulas wherever a spreadsheet with another separator sees a cell, and its import takes the guards off', async () => {
    const attack = {
      ...{ name: 'Drinks', category: 'x;@SUM(A1)', amount: 1, spent: 0 },
      ...{ vendor: "ACME;=cmd|'/C calc'!A0", note: 'call them\n=1+1;"=2+2' },
    };
    await newBudget(token, event, attack);
    const { text } = await exportOf(token, event);
    expect(text.split('\r\n')[1]).toBe(
      `Drinks,x;'@SUM(A1),1.00,0.00,,ACME;'=cmd|'/C calc'!A0,"call them\n'=1+1;'""=2+2",`,
    );
    const copy = await newEvent(token);
    expect((await importInto(token, copy, text)).status).toBe(201);
    expect((await listed(copy)).data).toEqual([expect.objectContaining(attack)]);
    expect((await exportOf(token, copy)).text).toBe(text);
  });

  it('of an empty event has the header row alone', async () => {
    const { text } = await exportOf(token, event);
    expect(text).toBe('\ufeffname,category,amount,spent,kind,vendor,note,due_date\r\n');
  });

  it('has the tag of its event, and is not sent again unless that changes', async () => {
    const { headers } = await exportOf(token, event);
    expect(headers['etag']).toBe(
      (await call(endpoints.view.handler, { method: 'GET', token, path: event })).tag,
    );
    const again = await exportOf(token, event, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['an unknown event', () => ({ id: String(nextId()) })],
    ['an id that is none', () => ({ id: 'x' })],
  ])('of %s answers 404', async (_, unknown) => {
    const { status, text } = await exportOf(token, unknown());
    expect([status, text]).toEqual([404, notFound('Budgets failed to export')]);
  });
});

const text = (maxLength: number) =>
  fc.oneof(
    // A file with U+FFFD is refused: it was probably decoded from another encoding.
    fc
      .string({ unit: 'grapheme', maxLength: maxLength / 10 })
      .map((value) => value.replaceAll('\uFFFD', '?')),
    fc
      .array(fc.constantFrom(...'\'"=+-@\t\r\n,; aé🎈'), { maxLength })
      .map((letters) => [...letters.join('')].slice(0, maxLength).join('')),
  );

describe('what is exported can be imported', () => {
  const amount = (digits: number) =>
    fc.oneof(
      fc.integer({ min: 0, max: 10 ** (9 + digits) - 1 }).map((units) => units / 10 ** digits),
      fc.constantFrom(0, 10 ** -digits, (10 ** (9 + digits) - 1) / 10 ** digits),
    );
  const line = (digits: number) =>
    fc.record(
      {
        name: text(200).filter((name) => name.trim() !== ''),
        category: text(100),
        amount: amount(digits),
        spent: amount(digits),
        kind: fc.constantFrom('expense', 'income'),
        vendor: text(100),
        note: text(500),
        due_date: fc.constantFrom('1900-01-01', '2027-06-01', '9999-12-31'),
      },
      { requiredKeys: ['name', 'category', 'amount', 'spent'] },
    );
  /** An empty cell is one that was not given. */
  const given = (lines: unknown) =>
    JSON.parse(
      JSON.stringify(lines, (key, value) => (value === '' && key !== 'category' ? undefined : value)),
    );
  const withoutIds = (lines: unknown) => given(lines).map(({ id: _, ...fields }: { id: number }) => fields);

  it.each<[currency: string | undefined, digits: number]>([
    [undefined, 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('in %s, to the last digit', { timeout: 120_000 }, async (currency, digits) => {
    await fc.assert(
      fc.asyncProperty(fc.array(line(digits), { minLength: 1, maxLength: 10 }), async (lines) => {
        const fields = currency === undefined ? {} : { currency };
        const [from, to] = [await newEvent(token, fields), await newEvent(token, fields)];
        expect((await importInto(token, from, lines)).status).toBe(201);
        const file = await exportOf(token, from);
        expect((await importInto(token, to, file.text)).status).toBe(201);
        const [one, other] = [await listed(from), await listed(to)];
        expect(withoutIds(other.data)).toEqual(withoutIds(one.data));
        expect(Object(other)['summary']).toEqual(Object(one)['summary']);
        expect((await exportOf(token, to)).text).toBe(file.text);
        expect((await viewEvent(token, to)).total_amount).toBe((await viewEvent(token, from)).total_amount);
      }),
      { numRuns: scaled(50, 10) },
    );
  });

  it('with 500 lines', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => ({ name: `Line ${n}`, amount: n / 100 }));
    await importInto(token, event, lines);
    const to = await newEvent(token);
    expect((await importInto(token, to, (await exportOf(token, event)).text)).status).toBe(201);
    expect(await allBudgets(token, to)).toHaveLength(500);
  });
});
