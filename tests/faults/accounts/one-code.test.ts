import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { call } from '../../support/call.ts';
import { type Choices, playAll } from '../../support/choices.ts';
import { endpointNamed } from '../../support/endpoints.ts';
import { codeOf, newFactorOwner } from '../../support/factor.ts';
import { interleave } from '../../support/interleave.ts';
import { accessToken, accountIdOf, newEvent, person } from '../../support/service.ts';

const HOUR = 3_600_000;
const NOW = Date.now();

beforeEach(() => {
  // The codes are right all the time, and nothing waits between rounds.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Owner = Awaited<ReturnType<typeof newFactorOwner>>;

/** A call of an owner that takes a code, ready to be sent. */
type Calling = (owner: Owner) => Promise<(code: string) => ReturnType<typeof call>>;

const inSession =
  (name: string, fields: (owner: Owner) => object | Promise<object> = () => ({})): Calling =>
  async (owner) => {
    const { token, password } = owner;
    const others = await fields(owner);
    return (code) => call(endpointNamed(name).handler, { token, body: { password, code, ...others } });
  };

const CALLS: Record<string, Calling> = {
  login: async ({ email: username, password }) => {
    const { handler } = endpointNamed('authLogin');
    return (code) => call(handler, { body: { username, password, code } });
  },
  reset: async ({ token: session }) => {
    const accountId = accountIdOf(session);
    const account = await getAccount(accountId);
    const fingerprint = account ? fingerprintOf(account, 'reset-password') : '';
    const token = await issueMailedToken({ kind: 'reset-password', accountId, fingerprint });
    const { handler } = endpointNamed('authResetPassword');
    return (code) => call(handler, { body: { token, password: 'a fair new passphrase', code } });
  },
  removal: inSession('factorEnd'),
  'new recovery codes': inSession('factorRecoveryCodes'),
  'change of address': inSession('accountChangeEmail', () => ({ email: person().email })),
  'change of password': inSession('accountChangePassword', () => ({ new_password: 'a fair new passphrase' })),
  'create of token': inSession('tokensCreate', () => accessToken()),
  deletion: inSession('accountDelete'),
  offer: async ({ token, password }) => {
    const path = await newEvent(token);
    const { email } = person();
    const { handler } = endpointNamed('eventsHandOver');
    return (code) => call(handler, { token, path, body: { email, password, code } });
  },
};
const names = Object.keys(CALLS);

/** Makes both calls at once with one code, in the order that is chosen. Exactly one is done. */
async function play(pair: string[], isOfApp: boolean, choices: Choices): Promise<boolean> {
  const owner = await newFactorOwner();
  const code = isOfApp ? codeOf(owner) : String(owner.recovery_codes[0]);
  const sends = await Promise.all(pair.map(async (name) => CALLS[name]?.(owner)));
  const works = sends.flatMap((send) => (send ? [() => send(code)] : []));
  const played = await interleave(works, choices, { crashes: false, holds: /PERSON#/ });
  if (!played) return false;
  const statuses = played.results.map(({ status }) => status);
  const done = statuses.filter((status) => status < 300);
  expect([pair, statuses, done.length]).toEqual([pair, statuses, 1]);
  return true;
}

describe.each([true, false])(
  'of two calls at once with one code (of the app: %s), one is done',
  (isOfApp) => {
    const codes = names.filter((name) => isOfApp || name !== 'new recovery codes');

    it.each(codes)('two of: %s', { timeout: HOUR }, async (name) => {
      expect(await playAll((choices) => play([name, name], isOfApp, choices))).toBeGreaterThan(1);
    });

    // A login that follows a removal needs no code.
    it.each(codes.filter((name) => name !== 'login' && name !== 'removal'))(
      'login and %s',
      { timeout: HOUR },
      async (name) => {
        expect(await playAll((choices) => play(['login', name], isOfApp, choices))).toBeGreaterThan(1);
      },
    );
  },
);
