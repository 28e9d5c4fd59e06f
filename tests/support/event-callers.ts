import { EDITORS, OWNER, type VIEWERS } from '../../lib/auth/roles.ts';

/** Who calls an operation on an event, as a contract says which roles suffice for it. */
const callerWith = (roles: typeof VIEWERS) => (accountId: string) => ({ accountId, roles });

export const asEditor = callerWith(EDITORS);
export const asOwner = callerWith(OWNER);
