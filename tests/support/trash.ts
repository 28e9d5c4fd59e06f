import { z } from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey, headPath } from '../../lib/dynamodb/keys.ts';
import { call } from './call.ts';
import { endpoints } from './service.ts';
import { referenceOf, setInEvent } from './sharing.ts';

export const DAYS = 86_400_000;

type EventPath = { id: string };

export const restore = (token: string, path: EventPath) => call(endpoints.restore.handler, { token, path });

export const deleteForGood = (token: string, path: EventPath) =>
  call(endpoints.deleteForGood.handler, { token, path });

export async function deleteEvent(token: string, path: EventPath): Promise<void> {
  const { status } = await call(endpoints.delete.handler, { token, path });
  if (status !== 200) throw new Error(`Delete answered ${status}`);
}

const trashed = z.looseObject({ id: z.int(), deleted_at: z.iso.datetime(), expires_at: z.iso.datetime() });

export async function trashOf(token: string) {
  const { body } = await call(endpoints.listTrash.handler, { method: 'GET', token });
  return z.array(trashed).parse(body.data);
}

/** Moves the deletion of an event in the trash to another time (Unix milliseconds). */
export const setDeletedAt = (token: string, path: EventPath, time: number): Promise<void> =>
  setInEvent(token, path, headPath('deleted_at'), time);

/** The item of an event. */
export const itemOf = (owner: string, event: EventPath) => getItem(eventKey(referenceOf(owner, event)));
