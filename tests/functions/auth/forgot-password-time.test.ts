import { expect, it, vi } from 'vitest';
import { handler as forgotPassword } from '../../../functions/auth/forgot-password.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { person } from '../../support/service.ts';

const TRIES = 200;

async function millisecondsOf(username: string): Promise<number> {
  const request = gatewayRequest('POST', { body: { username } });
  const start = performance.now();
  const { statusCode } = await forgotPassword(request, context());
  expect(statusCode).toBe(200);
  return performance.now() - start;
}

const median = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

it('forgot-password takes the same time for known and unknown addresses', async () => {
  vi.stubEnv('MAIL_LIMIT', '1000000');
  const known = person();
  await signup(gatewayRequest('POST', { body: known }), context());
  const unknown = person().email;
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = -20; n < TRIES; n += 1) {
    // In turn, and each first as often as the other.
    const pair = [
      ['known', known.email],
      ['unknown', unknown],
    ] as const;
    for (const [kind, username] of n % 2 === 0 ? pair : pair.toReversed()) {
      const taken = await millisecondsOf(username);
      if (n >= 0) times[kind].push(taken);
    }
    takeInvocations();
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  console.log(
    `forgot-password: ${one.toFixed(2)} ms for a known address, ${other.toFixed(2)} ms for others.`,
  );
  // 5 % on an idle machine. Here other tests run at the same time.
  expect(Math.abs(one - other) / other).toBeLessThan(0.25);
});
