import { expect, it } from 'vitest';
import { newClient } from '../../support/client.ts';

interface Layout {
  file: string;
  currency?: string;
  query?: Record<string, string>;
  budgets?: object[];
  /** The line, the field and what the sentence says. */
  errors?: [line: number, field: string, message: string | RegExp][];
}

const TITLES = 'If this is the header, delete the lines above it.';
const NEGATIVE = /negative|lower the amount/;

/** Layouts of files in public repositories, with other content, and columns named as here. */
const LAYOUTS: Record<string, Layout> = {
  'a trip to two countries, in Thai': {
    file: 'Name,Category,Amount,Note\nAir tickets (BKK - HKG),Air,8859,ไป-กลับ\nDiDi และแท็กซี่,Car,850,\n',
    currency: 'THB',
    budgets: [{ name: 'Air tickets (BKK - HKG)', amount: 8859, note: 'ไป-กลับ' }, { amount: 850 }],
  },
  'a trip in Chinese, with nothing spent yet': {
    file: 'category,name,amount,spent,note\n住宿,客房,9600,,四城\n餐饮,正餐与简餐,3000,,\n',
    currency: 'CNY',
    budgets: [
      { category: '住宿', amount: 9600, spent: 0 },
      { name: '正餐与简餐', amount: 3000 },
    ],
  },
  'a trip with a column for currencies': {
    file: 'due_date,category,name,amount,currency,note\n2025-08-23,Hotel,Inn (1N),6500,INR,CP plan\n',
    budgets: [{ due_date: '2025-08-23', amount: 6500 }],
  },
  'a travel diary with times': {
    file: 'Due date;Name;Category;Amount\n14.08.2026 18:30;Abendessen;Essen;29,00\n',
    query: { decimal: ',' },
    budgets: [{ due_date: '2026-08-14', amount: 29 }],
  },
  'an app that writes the balance below': {
    file: 'Amount,Name,Due date\n3000.0,Husleje,2025-01-17\n1500.0,Mad,2025-01-17\n\nBalance: -4500.0\n',
    errors: [
      [
        5,
        'amount',
        'Amount must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50".',
      ],
      [5, 'name', "Name can't be blank."],
    ],
  },
  'a wedding app that lost a cell': {
    file: 'Category,Name,Amount\nFood,Dinner,5000.0\n Ceremony,3000.0,\nVenue,Hall,9000.0\n',
    errors: [[3, 'amount', "Amount can't be blank."]],
  },
  'a club that got money back': {
    file: 'name,category,vendor,spent,amount\nTruck,Competition,ME,1366.19,5000.00\nOther,Other,Misc,-80.41,500.00\n',
    errors: [[3, 'spent', NEGATIVE]],
  },
  'a bank statement': {
    file: 'Due Date,Name,Amount,Category\n2024/06/03,SCHOOL FEES,3196.0,School\n2024/06/01,#SERVICE FEE,-20.02,Bank\n',
    errors: [[3, 'amount', NEGATIVE]],
  },
  'a bank statement with signs': {
    file: '"Amount";"Due date";"Name"\n"100.0€";"2023-01-01";"NETTO"\n"50.0€";"2023-01-02";"Film"\n',
    currency: 'EUR',
    budgets: [
      { name: 'NETTO', amount: 100 },
      { name: 'Film', amount: 50 },
    ],
  },
  'a plan by months': {
    file: 'Due date,Name,Amount,Spent\n2026-05,Fuel,180.00,213.90\n2026-08,Fuel,180.00,\n',
    errors: [2, 3].map((line) => [line, 'due_date', 'Due date has no day.']),
  },
  'an export of a project': {
    file: 'Project: SPRING\nExported: 2025-11-04 15:30\nTotal Tasks: 2\n\nName,Category,Amount,Spent\nFloor,Subs,$12000.00,$0.00\n',
    errors: [[5, 'body', TITLES]],
  },
  'the same without its titles': {
    file: 'Name,Category,Amount,Spent\nFloor,Subs,$12000.00,$0.00\n',
    budgets: [{ name: 'Floor', amount: 12_000, spent: 0 }],
  },
  'expenses of an Austrian': {
    file: 'Konto;person@example.at\r\nRegistriert am;27.08.2026\r\n\r\nDue date;Name;Amount;Note\r\n14.08.2026;Abo;29,00;"a\nb"\r\n',
    query: { decimal: ',' },
    errors: [[4, 'body', TITLES]],
  },
  'the same without the account': {
    file: 'Due date;Name;Amount;Note\r\n14.08.2026;Abo;29,00;"a\nb"\r\n',
    query: { decimal: ',' },
    budgets: [{ name: 'Abo', amount: 29, note: 'a\nb' }],
  },
  'a profit and loss account': {
    file: 'Name,Amount\nRevenue,"$6,000,000"\nGoods,"($2,940,000)"\nBlank,\n,999\n',
    errors: [
      [3, 'amount', 'Amount must not be in parentheses: write a minus if you mean one.'],
      [4, 'amount', "Amount can't be blank."],
      [5, 'name', "Name can't be blank."],
    ],
  },
  'a report in Vietnamese notation': {
    file: 'Name,Amount\nHall,"1.250.000\u00a0₫"\nBand,"500.000\u00a0₫"\nCake,0\u00a0₫\n',
    currency: 'VND',
    budgets: [{ amount: 1_250_000 }, { amount: 500_000 }, { amount: 0 }],
  },
};

it.each(Object.entries(LAYOUTS))('%s', async (_, { file, currency, query, budgets = [], errors = [] }) => {
  const ada = await newClient();
  const event = await ada.newEvent({ currency });
  const { status, body } = await ada.importFile(event, file, query);
  const expected = errors.map(([line, field, message]) => ({
    ...{ line, field },
    message: typeof message === 'string' ? `Line ${line}: ${message}` : expect.stringMatching(message),
  }));
  expect([status, body.errors ?? []]).toMatchObject([errors.length > 0 ? 422 : 201, expected]);
  expect(await ada.budgetsOf(event)).toMatchObject(budgets);
});
