import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { importInto } from '../../support/budget-files.ts';
import { newBudget, newEvent, newToken } from '../../support/service.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { event_date: '2027-06-30' });
});

const answered = z.object({ warnings: z.optional(z.array(z.object({ message: z.string() }))) });

async function warningsOf(file: string) {
  const { status, body } = await importInto(token, event, file, { query: { dry_run: 'true' } });
  expect(status).toBe(200);
  return answered.parse(body).warnings?.map(({ message }) => message) ?? [];
}

it.each(['NÃ³mina', 'CafÃ©', 'Â£5', 'â€œBandâ€\u009d', 'Ð¡Ñ‚Ð¾Ð»', 'Å‚', 'FranÃ§ois'])(
  '%s looks damaged',
  async (name) => {
    expect(await warningsOf(`name,amount\n${name},5\n`)).toEqual([
      'Line 2: The text looks damaged: it was once read in another encoding.',
    ]);
  },
);

it.each(['Nómina', 'São Paulo', 'Ångström', 'CAFÉ “X”', 'Ä la carte', 'ÑANDÚ', 'Стол'])(
  '%s does not',
  async (name) => {
    expect(await warningsOf(`name,amount\n${name},5\n`)).toEqual([]);
  },
);

it('a day more than ten years from the event is named, if it is new', async () => {
  expect(
    await warningsOf(
      'name,amount,due_date,paid_on\na,1,2570-05-30,\nb,1,2037-06-30,2017-06-30\nc,1,,2017-06-28\n',
    ),
  ).toEqual([
    'Line 2: The day is more than ten years from the event.',
    'Line 4: The day is more than ten years from the event.',
  ]);
  const { id } = await newBudget(token, event, { name: 'NÃ³', amount: 9, spent: 0, due_date: '2570-01-01' });
  expect(await warningsOf(`ref,amount\nb${id}.0,9\n`)).toEqual([]);
});

it('totals come first, and of others at most ten each, with how many more', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => `NÃ³ ${n},1,2570-05-30\n`).join('');
  const warnings = await warningsOf(`name,amount,due_date\n${rows}Total,7,\n`);
  expect(warnings).toHaveLength(1 + 11 + 11);
  expect(warnings[0]).toMatch(/^Line 122: Name looks like that of a total\./);
  expect(warnings[11]).toBe('Line 12: More warnings like this: 110.');
  expect(warnings[22]).toBe('Line 12: More warnings like this: 110.');
});

it('another decimal mark than before is named', async () => {
  expect(await warningsOf('name;amount\na;12.50\nb;7,5\n')).toEqual([
    'Line 3: The number has another decimal mark than those before it.',
  ]);
});
