import { removeBy } from '../accounts/repository.ts';
import type { SessionReference } from '../auth/session.ts';
import { isAbove } from '../dynamodb/conditions.ts';
import { tokenPath } from '../dynamodb/keys.ts';
import { NotFoundError } from '../errors.ts';

const noToken = () => new NotFoundError('There is no such access token');

/** Ends an access token of the caller's account. Throws `NotFoundError`, also if it has expired, and `SessionEndedError`. */
export const endToken = (caller: SessionReference, id: string): Promise<void> =>
  removeBy(caller, tokenPath(id), isAbove([...tokenPath(id), 'e'], Date.now() / 1_000), noToken);
