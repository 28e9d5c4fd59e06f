import { expect } from 'vitest';
import { eraseAccount } from '../../lib/erasure/erase-account.ts';
import { erasure } from '../../lib/erasure/queue.ts';
import { UnavailableError } from '../../lib/errors.ts';
import type { Lane } from '../support/faults.ts';
import { takeInvocations } from '../support/lambda.ts';
import { chosen, type Operation } from './operations/history.ts';
import type { Person } from './people.ts';
import { count } from './players/figures.ts';
import type { storedAt } from './stored.ts';

/** Accounts whose erasure was queued. Each can be delivered late and more than once. */
const queued = new Set<string>();

/** Accounts that were erased. */
export const erased = new Set<string>();

export function isErasureQueued(accountId: string): boolean {
  for (const { functionName, payload } of takeInvocations()) {
    if (functionName.includes('accountErase')) queued.add(erasure.parse(payload).account_id);
  }
  return queued.has(accountId);
}

const erasuresOf = ({ events }: Person) => Object.keys(events).filter(isErasureQueued);

export const erasing = (stored: ReturnType<typeof storedAt>) => {
  /** Erases one of a person's accounts, and checks that nothing is left of it, and nothing gone of another. */
  async function erase(who: Person, id: string, lane: Lane): Promise<void> {
    const before = await stored.person(id);
    const events = who.events[id] ?? {};
    const isLeaving = before?.leaving !== undefined;
    const erasing = () => eraseAccount(id, { settleMs: 1, wait: async () => undefined });
    const outcome = await lane.complete(() => erasing().catch(unavailable));
    count(`erasure ${outcome}`);
    const after = await stored.person(id);
    const left = await stored.events(id);
    if (outcome === 'erased') {
      expect([before === undefined || isLeaving, after, left]).toEqual([true, undefined, {}]);
      erased.add(id);
    } else if (isLeaving) {
      expect(outcome).toBe('unavailable');
      expect([before, undefined]).toContainEqual(after);
      expect(events).toMatchObject(left);
    } else {
      expect(outcome).toBeOneOf(['kept', 'unavailable']);
      const [oldVersion, newVersion] = [Number(before?.version), Number(after?.version)];
      // Raised, so that a late request can't mark it any more. DynamoDB may have done so more than once.
      if (outcome === 'kept') expect(newVersion).toBeGreaterThan(oldVersion);
      else expect(newVersion).toBeGreaterThanOrEqual(oldVersion);
      expect([after, left]).toEqual([{ ...before, version: newVersion }, events]);
      if (who.account?.account_id === id) who.account = after;
    }
    who.events[id] = left;
    const found = await stored.account([who.email], who.account?.account_id);
    const isOwn = isLeaving && who.account?.account_id === id;
    if (outcome === 'erased' && isOwn) expect(found).toBeUndefined();
    else expect([who.account, ...(isOwn ? [undefined] : [])]).toContainEqual(found);
    who.account = found;
  }

  return {
    /** Delivers an erasure, if one was queued. */
    eraseOne: async (who: Person, { choice }: Operation, lane: Lane): Promise<void> => {
      const id = chosen(erasuresOf(who), choice);
      if (id !== undefined) await erase(who, id, lane);
    },
    eraseAll: async (who: Person, lane: Lane): Promise<void> => {
      for (const id of erasuresOf(who)) await erase(who, id, lane);
    },
  };
};

export function unavailable(error: unknown): 'unavailable' {
  if (error instanceof UnavailableError) return 'unavailable';
  throw error;
}
