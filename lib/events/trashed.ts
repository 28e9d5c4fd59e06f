import type { Event } from './event.ts';
import { expiryOf } from './head.ts';

/** Whether an event was deleted and can be restored. DynamoDB removes it some time after that. */
export const isRestorable = ({ deleted_at }: Pick<Event, 'deleted_at'>): boolean =>
  deleted_at !== undefined && expiryOf(deleted_at) > Date.now();

/** The event in the trash. Nobody has a role in it. */
export const trashed = (event: Event): Event => ({
  ...event,
  deleted_at: Date.now(),
  members: [],
  invitations: [],
});

export const restored = (event: Event): Event => ({ ...event, deleted_at: undefined });
