import * as z from 'zod/mini';
import { call } from './call.ts';
import { historyOf, recorded, undo } from './history.ts';
import { endpoints } from './service.ts';

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
export const undoRecorded = (token: string, event: Path, version: number, body?: Fields) =>
  recorded(token, event, () => undo(token, event, version, body && { body }));
