import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';

interface Language {
  decimal: '.' | ',';
  /** How Excel writes a day, and the order of its parts. */
  day: string;
  date: 'dmy' | 'mdy';
  booleans: Record<string, string>;
}

/** What a spreadsheet in each language takes for numbers and booleans. */
const LANGUAGES = {
  en: { decimal: '.', day: 'm/d/yyyy', date: 'mdy', booleans: { true: 'TRUE', false: 'FALSE' } },
  de: { decimal: ',', day: 'dd.mm.yyyy', date: 'dmy', booleans: { true: 'WAHR', false: 'FALSCH' } },
  fr: { decimal: ',', day: 'dd/mm/yyyy', date: 'dmy', booleans: { true: 'VRAI', false: 'FAUX' } },
  es: { decimal: ',', day: 'dd/mm/yyyy', date: 'dmy', booleans: { true: 'VERDADERO', false: 'FALSO' } },
  cs: { decimal: ',', day: 'dd.mm.yyyy', date: 'dmy', booleans: { true: 'PRAVDA', false: 'NEPRAVDA' } },
} satisfies Record<string, Language>;

type LanguageName = keyof typeof LANGUAGES;

/** A cell as it is shown: a number without zeros at its end, a boolean as a word, and any other as it was. */
function shownIn({ decimal, booleans }: Language, cell: string): string {
  const isNumber = (decimal === '.' ? /^\d+\.\d+$/ : /^\d+,\d+$/).test(cell);
  return isNumber ? cell.replace(/[.,]?0+$/, '') : (booleans[cell] ?? cell);
}

const shownRows = (file: string, language: Language, delimiter: string): string[][] =>
  parse(file, { bom: true, delimiter }).map((row) => row.map((cell) => shownIn(language, cell)));

/**
 * A file as LibreOffice saves one that it has opened: cells as they are shown, with any delimiter, in UTF-8
 * without a BOM. Days in ISO 8601 stay as they are in all languages.
 */
const resavedByLibreOffice = (file: string, delimiter: string, language: LanguageName, saved: string) =>
  stringify(shownRows(file, LANGUAGES[language], delimiter), { delimiter: saved });

/** A day as Excel shows it. */
const dayIn = ({ day }: Language, cell: string): string =>
  cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, (_, year, month, date) =>
    day
      .replace('yyyy', year)
      .replace('mm', month)
      .replace('dd', date)
      .replace('m', String(Number(month)))
      .replace('d', String(Number(date))),
  );

/** A file that Excel has opened and saved as "CSV UTF-8", with the delimiter and days of its language. */
const resavedByExcel = (file: string, name: LanguageName): string => {
  const language = LANGUAGES[name];
  const delimiter = language.decimal === ',' ? ';' : ',';
  const rows = shownRows(file, language, delimiter).map((row) => row.map((cell) => dayIn(language, cell)));
  return stringify(rows, { bom: true, delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
};

const DELIMITERS = { '.': ',', ',': ';' } as const;
const MARKS = ['.', ','] as const;

let ada: Client;
beforeAll(async () => {
  ada = await newClient();
});

it('an export with decimal=, has decimal commas and semicolons', async () => {
  const budget = { name: 'Drinks; wine, beer', category: '=Food', spent: 9.1, note: '1.50', vendor: 'A.B' };
  const event = await ada.newEvent({ guests: 80 });
  await ada.newBudget(event, {
    ...{ ...budget, amount: undefined, unit_amount: 3.5, quantity: 1.5, per_guest: true },
    ...{ estimate: 400, due_date: '2027-06-01', link: 'https://example.com/a.b' },
  });
  const plain = await ada.exportBudgets(event);
  const { text, headers } = await ada.exportBudgets(event, { decimal: ',' });
  expect(text).toBe(
    '\ufeffname;category;amount;spent;kind;vendor;note;due_date;unit_amount;quantity;per_guest;estimate;link\r\n' +
      `"Drinks; wine, beer";'=Food;420,00;9,10;;A.B;1.50;2027-06-01;3,50;1,5;true;400,00;https://example.com/a.b\r\n`,
  );
  expect(headers).toEqual({ ...plain.headers, 'x-request-id': headers['x-request-id'] });
  expect((await ada.exportBudgets(event, { decimal: '.' })).text).toBe(plain.text);
  expect((await ada.exportBudgets(event, { decimal: ';' })).codes).toEqual([422, 'decimal invalid']);
});

const texts = fc.constantFrom('', 'Café Zürich', 'a; "b", c', "'quoted'", '=1+1', '-2', 'two\nlines');

const budgets = fc.array(
  fc.record({
    ...{
      units: fc.nat({ max: 2_500_000 }),
      spent: fc.nat({ max: 1_000_000 }),
      estimate: fc.option(fc.nat()),
    },
    quantity: fc.constantFrom(undefined, null, 2, 0.5, 31.5, 1.25),
    per_guest: fc.constantFrom(null, true, false),
    ...{ category: texts, vendor: texts, note: texts },
    kind: fc.constantFrom(undefined, 'expense', 'income'),
    due_date: fc.constantFrom(undefined, '2027-06-01', '2027-10-09'),
  }),
  { minLength: 1, maxLength: 4 },
);

const DIGITS = { EUR: 2, CLP: 0, KWD: 3 };

type Drawn = typeof budgets extends fc.Arbitrary<(infer Each)[]> ? Each : never;

/** A new event in this currency with these budgets. */
async function eventWith(currency: keyof typeof DIGITS, drawn: Partial<Drawn>[]) {
  const event = await ada.newEvent({ currency, guests: 80 });
  const amount = (units: number) => units / 10 ** DIGITS[currency];
  const entries = drawn.map(({ units = 0, spent = 0, estimate, quantity, per_guest, ...others }) => ({
    ...{ name: 'Budget', spent: amount(spent), ...others },
    estimate: typeof estimate === 'number' ? amount(estimate % 100_000) : undefined,
    // Of a unit, so that no product has a fraction.
    ...(quantity === undefined
      ? { amount: amount(units) }
      : { unit_amount: amount(4 * (units % 10_000)), quantity, per_guest }),
  }));
  expect((await ada.importFile(event, entries)).status).toBe(201);
  return event;
}

const NOTHING = [201, { return_count: 0, created_count: 0, changed_count: 0 }];

/** In a currency with three digits, a program in another language takes the mark for one of thousands. */
const misreads = (currency: string, mark: '.' | ',', language: LanguageName): boolean =>
  currency === 'KWD' && LANGUAGES[language].decimal !== mark;

describe.each(['en', 'de', 'fr', 'es', 'cs'] as const)('an export in %s', (language) => {
  describe.each(['EUR', 'CLP', 'KWD'] as const)('and %s', { timeout: 120_000 }, (currency) => {
    const expectNothing = async (
      event: { id: string },
      query: Record<string, string>,
      saved: (text: string) => string,
    ) => {
      const { text } = await ada.exportBudgets(event, { include: 'version', decimal: query['decimal'] });
      const { status, body } = await ada.importFile(event, saved(text), query);
      expect([status, body]).toMatchObject(NOTHING);
    };

    it('that LibreOffice has saved changes nothing, whatever its marks and delimiters', async () => {
      const property = fc.asyncProperty(budgets, async (drawn) => {
        const event = await eventWith(currency, drawn);
        for (const decimal of MARKS.filter((mark) => !misreads(currency, mark, language)))
          for (const delimiter of [',', ';', '\t'])
            await expectNothing(event, { decimal }, (text) =>
              resavedByLibreOffice(text, DELIMITERS[decimal], language, delimiter),
            );
      });
      await fc.assert(property, { numRuns: scaled(100, 4) });
    });

    it('that Excel has saved changes nothing', async () => {
      const { decimal, date } = LANGUAGES[language];
      const property = fc.asyncProperty(budgets, async (drawn) => {
        const event = await eventWith(currency, drawn);
        await expectNothing(event, { decimal, date }, (text) => resavedByExcel(text, language));
      });
      await fc.assert(property, { numRuns: scaled(100, 4) });
    });
  });
});
