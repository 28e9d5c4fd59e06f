import { type Event, withoutLink } from '../plan/event.ts';

/** The event in the trash. Nobody has a role in it, and no link shows it. */
export const trashed = (event: Event): Event => ({
  ...withoutLink(event),
  deleted_at: Date.now(),
  members: [],
  invitations: [],
});

export const restored = (event: Event): Event => ({ ...event, deleted_at: undefined });
