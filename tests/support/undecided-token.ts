import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { newShareToken } from '../../lib/auth/share-token.ts';
import type { Endpoint } from './endpoints.ts';

/** A token for the header that only the database can refuse. */
export const undecidedToken = ({ access }: Endpoint): Promise<string> | string =>
  access === 'share-link'
    ? newShareToken().text
    : issueSessionToken({ accountId: 'account-1', sessionId: 'session-1' }, 2 ** 33);
