import { describe, expect, it } from 'vitest';
import { tokensFull, withToken } from '../../../lib/tokens/create-token.ts';
import { storedTokens } from '../../support/access-tokens.ts';
import { newAccount } from '../../support/account.ts';

const [token] = Object.values(storedTokens(1));
if (!token) throw new Error('There is no token');

describe('an access token', () => {
  it.each([0, 1, 9])('is added to %d others, and to none that have expired', (count) => {
    const living = storedTokens(count);
    const account = newAccount({ tokens: { ...storedTokens(3, -1), ...living } });
    expect(withToken(account, 'new', token)).toEqual({ ...account, tokens: { ...living, new: token } });
  });

  it.each([10, 11])('is not added to %d others', (count) => {
    const account = newAccount({ tokens: storedTokens(count) });
    expect(() => withToken(account, 'new', token)).toThrow(tokensFull());
  });
});
