import { accountFoundBy, updateBy } from '../accounts/repository.ts';
import type { SessionReference } from '../auth/session.ts';
import { isAbove } from '../dynamodb/conditions.ts';
import { tokenPath } from '../dynamodb/keys.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { NotFoundError } from '../errors.ts';

const noToken = () => new NotFoundError('There is no such access token');

/** Ends an access token of the caller's account. Throws `NotFoundError`, also if it has expired, and `SessionEndedError`. */
export async function endToken(caller: SessionReference, id: string): Promise<void> {
  const update = updateBy(caller)
    .require(isAbove([...tokenPath(id), 'e'], Date.now() / 1_000), noToken)
    .remove(tokenPath(id));
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  const tokens = accountFoundBy(update, outcome)?.tokens ?? {};
  // An earlier attempt may have removed it before its response was lost.
  if (outcome.isResent && !tokens[id]) return;
  outcome.throwRefusalOf(update);
}
