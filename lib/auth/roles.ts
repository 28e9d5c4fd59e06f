import * as z from 'zod/mini';

/** Roles of other accounts in an event. */
export const role = z.enum(['viewer', 'editor']);

export type Role = z.output<typeof role>;

/** Roles that may be offered to an e-mail address: those of members, and ownership. */
export const invitedRole = z.enum([...role.options, 'owner']);

/** Roles that may do something besides the owner. */
export const VIEWERS: readonly Role[] = ['viewer', 'editor'];
export const EDITORS: readonly Role[] = ['editor'];
/** Nobody else. */
export const OWNER: readonly Role[] = [];
