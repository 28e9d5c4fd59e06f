import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type Change,
  Delete,
  equals,
  firstWriteIds,
  isAbsent,
  newWriteId,
  Put,
  remember,
  Update,
} from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { changeItem, send } from '../../../lib/dynamodb/send.ts';
import { isRejection, Rejection, UnavailableError } from '../../../lib/errors.ts';
import { type Choices, playAll, playSome } from '../../support/choices.ts';
import { refillRetries } from '../../support/database-errors.ts';
import { interleave } from '../../support/interleave.ts';
import { IS_FULL, scaled } from '../../support/scale.ts';
import { putItem } from '../../support/table.ts';

beforeEach(() => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const bookKey = { PK: 'BOOK', SK: 'TEST' };
/** It is there while somebody has the only pen. */
const penKey = { PK: 'PEN', SK: 'TEST' };

/** A guest book, which has room for two entries. */
const book = z.object({ version: z.int(), writes: z.array(z.string()), entries: z.array(z.string()) });
type Book = z.output<typeof book>;
const ROOM = 2;

const parse = (item: Attributes): Book => book.parse(item);
async function readBook(): Promise<Book | undefined> {
  const item = await getItem(bookKey);
  return item && parse(item);
}

const missing = () => new Rejection('not_found');
const full = () => new Rejection('conflict', { field: 'entries', problem: 'full: are full' });
const taken = () => new Rejection('conflict', { field: 'pen', problem: 'taken: is taken' });

const withEntries = ({ version }: Book, writeId: string, entries: string[]): Update =>
  remember(new Update(bookKey), writeId)
    .require(equals(['version'], version))
    .increase(['version'], 1)
    .set(['entries'], entries);

function withEntry(found: Book, writeId: string, entry: string): Update {
  if (found.entries.length >= ROOM) throw full();
  return withEntries(found, writeId, [...found.entries, entry]);
}

type Decide = (
  found: Book,
  writeId: string,
  by: number,
) => { changes: [] | [Change, ...Change[]]; result: string };

/** What may be done with the book. The result says which entry was added or torn out. */
const decisions = {
  write: (found, writeId, by) => ({ changes: [withEntry(found, writeId, `by ${by}`)], result: `by ${by}` }),
  'tear out': (found, writeId) => {
    const [first, ...others] = found.entries;
    if (first === undefined) return { changes: [], result: '' };
    return { changes: [withEntries(found, writeId, others)], result: first };
  },
  burn: ({ version }) => ({
    changes: [new Delete(bookKey).require(equals(['version'], version))],
    result: '',
  }),
  'take the pen and write': (found, writeId, by) => ({
    changes: [withEntry(found, writeId, `by ${by}`), new Put(penKey, {}).require(isAbsent(['PK']), taken)],
    result: `by ${by}`,
  }),
  'put back the pen': (found, writeId) => ({
    changes: [withEntries(found, writeId, found.entries), new Delete(penKey)],
    result: '',
  }),
} satisfies Record<string, Decide>;

type Name = keyof typeof decisions;
const names: Name[] = ['write', 'tear out', 'burn', 'take the pen and write', 'put back the pen'];

/** How a call ended. Nobody knows whether the change of one that is `unknown` was done, or of one whose book is `missing`. */
type Outcome = { end: 'done'; result: string } | { end: 'missing' | 'rejected' | 'unknown' };

async function outcomeOf(name: Name, by: number, returnsItem: boolean): Promise<Outcome> {
  const decide: Decide = decisions[name];
  try {
    const result = await changeItem({
      read: readBook,
      ...(returnsItem && { parse }),
      decide: (found: Book, writeId) => decide(found, writeId, by),
      missing,
    });
    return { end: 'done', result };
  } catch (error) {
    if (isRejection(error, 'not_found')) return { end: 'missing' };
    if (error instanceof Rejection) return { end: 'rejected' };
    if (error instanceof UnavailableError) return { end: 'unknown' };
    throw error;
  }
}

const stateOf = async () => ({ found: await readBook(), pen: await getItem(penKey) });

/** Makes changes at once, and checks what each did and told. */
async function play(
  played: Name[],
  choices: Choices,
  returnsItem: boolean,
  broken: number,
): Promise<boolean> {
  await refillRetries();
  await send(new Delete(penKey));
  await putItem(bookKey, { version: 1, writes: firstWriteIds(newWriteId()), entries: ['first'] });
  const outcomes: Outcome[] = [];
  const added: string[] = [];
  const torn: string[] = [];
  let state = await stateOf();
  const works = played.map((name, by) => async () => {
    outcomes[by] = await outcomeOf(name, by, returnsItem);
  });
  const after = async (by: number, isLate: boolean) => {
    const before = state;
    state = await stateOf();
    const { version: newer = 0, entries: now = [] } = state.found ?? {};
    const { version: older = 0, entries: then = [] } = before.found ?? {};
    if (isDeepStrictEqual(before, state)) return;
    // What arrives late does nothing once its call has told what is true.
    if (isLate) expect([undefined, 'unknown']).toContain(outcomes[by]?.end);
    if (!state.found) return;
    expect(newer).toBe(older + 1);
    added.push(...now.filter((entry) => !then.includes(entry)));
    torn.push(...then.filter((entry) => !now.includes(entry)));
  };
  const fates = ['lost', 'late', 'doubled', 'met'] as const;
  if (!(await interleave(works, choices, { crashes: false, broken, fates, holds: /^/, after }))) return false;
  for (const [by, outcome] of outcomes.entries()) {
    const times = added.filter((entry) => entry === `by ${by}`).length;
    const name = played[by];
    const writes = name === 'write' || name === 'take the pen and write';
    expect(times).toBeLessThanOrEqual(writes && outcome.end !== 'rejected' ? 1 : 0);
    if (outcome.end === 'missing') expect(state.found).toBeUndefined();
    if (outcome.end !== 'done') continue;
    if (writes) expect([times, outcome.result]).toEqual([1, `by ${by}`]);
    if (name === 'burn') expect(state.found).toBeUndefined();
  }
  const toldTorn = outcomes.flatMap((outcome, by) =>
    played[by] === 'tear out' && outcome.end === 'done' && outcome.result ? [outcome.result] : [],
  );
  expect(torn).toEqual(expect.arrayContaining(toldTorn));
  expect(new Set(toldTorn).size).toBe(toldTorn.length);
  expect(outcomes).toHaveLength(played.length);
  return true;
}

const pairs = names.flatMap((one, index) => names.slice(index).map((other): [Name, Name] => [one, other]));

describe.each([
  ['an item that a failed condition returns', true],
  ['an item that is read again', false],
])('each change of %s tells the truth, and is done once or not at all', (_, returnsItem) => {
  it.each(pairs)(
    '%s, and %s at once, in every order, with a fault',
    { timeout: 3_600_000 },
    async (...pair) => {
      const one = (choices: Choices) => play(pair, choices, returnsItem, 1);
      if (IS_FULL) expect(await playAll(one)).toBeGreaterThan(10);
      else await playSome(3, one);
    },
  );

  it('three at once, with up to three faults', { timeout: 3_600_000 }, async () => {
    await playSome(scaled(500, 5), (choices) => {
      const three = [1, 2, 3].map(() => names[choices.oneOf(names.length)] ?? 'write');
      return play(three, choices, returnsItem, 3);
    });
  });
});
