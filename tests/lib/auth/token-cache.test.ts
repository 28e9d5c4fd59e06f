import { describe, expect, it } from 'vitest';
import { hashOf, recall, remember } from '../../../lib/auth/session-tokens.ts';

const KEYS = ['a key'];
const inAnHour = Date.now() / 1_000 + 3_600;
const remembered = (token: string, expiresAt = inAnHour) => {
  const hash = hashOf(token, KEYS);
  remember(hash, { session: { accountId: `account of ${token}`, sessionId: 'x' }, expiresAt });
  return hash;
};

describe('a verified token', () => {
  it('is cached by its hash, which does not contain it', () => {
    const hash = remembered('a.b.c');
    expect(recall(hash)).toEqual({ accountId: 'account of a.b.c', sessionId: 'x' });
    expect(hash).not.toContain('a.b.c');
  });

  it('is not found with another key, or after it has expired', () => {
    remembered('a.b.c');
    expect(recall(hashOf('a.b.c', ['another key']))).toBeUndefined();
    expect(recall(remembered('old', Date.now() / 1_000))).toBeUndefined();
  });

  it('is evicted after a thousand others', () => {
    const first = remembered('first');
    const others = Array.from({ length: 1_000 }, (_, index) => remembered(`token ${index}`));
    expect(recall(first)).toBeUndefined();
    expect(others.map(recall).filter(Boolean)).toHaveLength(1_000);
  });
});
