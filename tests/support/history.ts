import * as z from 'zod/mini';
import { runAuthorized } from '../../lib/aws/call.ts';
import { Update } from '../../lib/dynamodb/changes.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey, historyKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { eraseHistories } from '../../lib/history/erase-histories.ts';
import { recordWrite } from '../../lib/history/record-write.ts';
import { call } from './call.ts';
import { endpoints } from './service.ts';
import { referenceOf } from './sharing.ts';

type EventPath = { id: string };

/** Does something to an event in one write, and has that recorded, or erased. */
export async function recorded<Result>(
  owner: string,
  event: EventPath,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = eventKey(referenceOf(owner, event));
  const before = await getItem(key);
  const result = await work();
  const erasure = await recordWrite({ key: { ...key }, before, after: await getItem(key) });
  if (erasure) await eraseHistories([erasure], { settleMs: 0 });
  return result;
}

const side = z.optional(z.record(z.string(), z.unknown()));

const shownEntry = z.strictObject({
  version: z.int(),
  at: z.iso.datetime(),
  by: z.nullable(
    z.strictObject({
      name: z.string(),
      you: z.boolean(),
      owner: z.boolean(),
      membership_id: z.optional(z.int()),
      email: z.optional(z.string()),
      program: z.boolean(),
      token_id: z.optional(z.string()),
      token_name: z.optional(z.string()),
    }),
  ),
  undoes: z.optional(z.int()),
  changes: z.array(
    z.strictObject({
      kind: z.string(),
      change: z.string(),
      id: z.int(),
      budget_id: z.optional(z.int()),
      name: z.string(),
      before: side,
      after: side,
    }),
  ),
  more: z.int(),
});

export const listHistory = (token: string, { id }: EventPath, query: Record<string, string> = {}) =>
  call(endpoints.listHistory.handler, { method: 'GET', token, path: { event_id: id }, query });

export async function historyOf(token: string, path: EventPath, query: Record<string, string> = {}) {
  const { body } = await listHistory(token, path, query);
  return z.array(shownEntry).parse(body.data);
}

export const undo = (token: string, { id }: EventPath, version: number | string, request: object = {}) =>
  call(endpoints.undo.handler, { token, path: { event_id: id, version: String(version) }, ...request });

/** Makes an entry some days old. */
export async function ageEntry(
  owner: string,
  event: EventPath,
  version: number,
  days: number,
): Promise<void> {
  const key = historyKey(referenceOf(owner, event), version);
  await runAuthorized(() => send(new Update(key).set(['at'], Date.now() - days * 86_400_000)));
}

/** Deletes a budget of an event, and has that recorded. Returns the version of the entry. */
export async function recordedDeletion(
  owner: string,
  path: { event_id: string; id: string },
): Promise<number> {
  const event = { id: path.event_id };
  await recorded(owner, event, () => call(endpoints.deleteBudget.handler, { token: owner, path }));
  const [entry] = await historyOf(owner, event);
  if (!entry) throw new Error('The deletion was not recorded');
  return entry.version;
}

type Fields = Record<string, unknown>;
type Path = { id: string };

export type Step = [endpoint: keyof typeof endpoints, path: Record<string, string>, body?: Fields];

const listed = z.array(z.looseObject({ id: z.int(), version: z.int() }));

/** All that a person sees of an event, but for versions. */
export async function seen(token: string, event: Path) {
  const get = async (name: keyof typeof endpoints, path: Record<string, string>) =>
    (await call(endpoints[name].handler, { method: 'GET', token, path })).body.data;
  const budgets = listed.parse(await get('listBudgets', { event_id: event.id }));
  return { event: await get('view', event), budgets: budgets.map(({ version: _, ...shown }) => shown) };
}

/** Takes a step, and has it recorded. Returns the version of its entry. */
export async function take(token: string, event: Path, [name, path, body]: Step): Promise<number> {
  const { status, text } = await recorded(token, event, () =>
    call(endpoints[name].handler, { token, path, ...(body && { body }) }),
  );
  if (status >= 300) throw new Error(text);
  const [entry] = await historyOf(token, event);
  return z.int().parse(entry?.version);
}

/** Undoes a write, and has that recorded. */
export const undoRecorded = (token: string, event: Path, version: number) =>
  recorded(token, event, () => undo(token, event, version));
