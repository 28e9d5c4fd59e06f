import * as z from 'zod/mini';
import { handler as login } from '../../functions/auth/login.ts';
import { handler as signup } from '../../functions/auth/signup.ts';
import { handler as create } from '../../functions/events/create.ts';
import { handler as remove } from '../../functions/events/delete.ts';
import { handler as list } from '../../functions/events/list.ts';
import { handler as update } from '../../functions/events/update.ts';
import { handler as view } from '../../functions/events/view.ts';
import { call } from './call.ts';

export const endpoints = {
  signup: { handler: signup, method: 'POST', failure: 'Account failed to register' },
  login: { handler: login, method: 'POST', failure: 'Login Failed. retry' },
  list: { handler: list, method: 'GET', failure: 'Events failed to load' },
  view: { handler: view, method: 'GET', failure: 'Event failed to load' },
  create: { handler: create, method: 'POST', failure: 'Event failed to save' },
  update: { handler: update, method: 'POST', failure: 'Event failed to save' },
  delete: { handler: remove, method: 'POST', failure: 'Event failed to delete' },
} as const;

const PASSWORD = 'correct horse battery';

let accounts = 0;

/** The body of a signup that no other one has. */
export const person = (fields: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${++accounts}@example.com`,
  password: PASSWORD,
  ...fields,
});

/** The token of a new account. */
export async function newToken(): Promise<string> {
  return z.string().parse((await call(signup, { body: person() })).body.token);
}

export const party = (fields: Record<string, unknown> = {}) => ({
  name: 'Summer party',
  description: 'In the garden',
  event_date: '2026-07-04',
  ...fields,
});

const shownEvent = z.object({
  id: z.int(),
  name: z.string(),
  total_amount: z.number(),
  budgets_count: z.int(),
  description: z.string(),
  event_date: z.string(),
});

export type ShownEvent = z.output<typeof shownEvent>;

/** The path of a new event. */
export async function newEvent(token: string, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const { headers } = await call(create, { token, body: party(fields) });
  return { id: z.string().parse(headers['location']).replace('/events/view/', '') };
}

export async function viewEvent(token: string, path: { id: string }): Promise<ShownEvent> {
  return shownEvent.parse((await call(view, { method: 'GET', token, path })).body.data);
}

export async function allEvents(token: string): Promise<ShownEvent[]> {
  return z.array(shownEvent).parse((await call(list, { method: 'GET', token })).body.data);
}
