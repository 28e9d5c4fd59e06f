import * as z from 'zod/mini';

/** What another account may be for an event. */
export const role = z.enum(['viewer', 'editor']);

export type Role = z.output<typeof role>;

/** What may be offered to an e-mail address: a role in an event, or to own it. */
export const invitedRole = z.enum([...role.options, 'owner']);

/** Who may do something with an event, besides its owner. */
export const VIEWERS: readonly Role[] = ['viewer', 'editor'];
export const EDITORS: readonly Role[] = ['editor'];
/** Nobody else. */
export const OWNER: readonly Role[] = [];
