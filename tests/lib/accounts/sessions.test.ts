import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withSession } from '../../../lib/accounts/sessions.ts';
import { isActive, newestFirst, newSession, type Session } from '../../../lib/auth/session.ts';
import { newAccount } from '../../support/account.ts';

const { session: now } = newSession('test', '192.0.2.1');

/** A session that started so many seconds ago, and may have ended. */
const session = fc
  .record({ ago: fc.nat({ max: 40 }), hasEnded: fc.boolean() })
  .map(({ ago, hasEnded }): Session => ({ ...now, s: now.s - ago * 1_000, e: hasEnded ? 0 : now.e }));
const sessions = fc.dictionary(fc.stringMatching(/^[\w-]{16}$/), session, {
  maxKeys: 60,
  size: 'max',
  noNullPrototype: true,
});

it('a login keeps the newest 29 other sessions that live', () => {
  fc.assert(
    fc.property(sessions, (before) => {
      const account = newAccount({ sessions: before });
      const after = withSession(account, 'of-this-login___', now);
      const living = Object.entries(before).filter(([, each]) => isActive(each));
      const kept = living.toSorted(newestFirst).slice(0, 29);
      expect(after).toEqual({
        ...account,
        sessions: { ...Object.fromEntries(kept), 'of-this-login___': now },
      });
    }),
  );
});
