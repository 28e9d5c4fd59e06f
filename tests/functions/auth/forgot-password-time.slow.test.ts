import { expect, it } from 'vitest';
import { handler as forgotPassword } from '../../../functions/auth/forgot-password.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { medians, timeOf } from '../../support/medians.ts';
import { person } from '../../support/service.ts';

const TRIES = 200;

const millisecondsOf = (username: string): Promise<number> =>
  timeOf(async () => {
    const request = gatewayRequest('POST', { body: { username } });
    const { statusCode } = await forgotPassword(request, context());
    expect(statusCode).toBe(200);
    takeInvocations();
  });

it('forgot-password takes the same time for known and unknown addresses', { retry: 2 }, async () => {
  setVariable('MAIL_LIMIT', '1000000');
  const [member, stranger] = [person(), person()];
  await signup(gatewayRequest('POST', { body: member }), context());
  const [known, unknown] = await medians(TRIES, {
    known: () => millisecondsOf(member.email),
    unknown: () => millisecondsOf(stranger.email),
  });
  const [one, other] = [known?.ms ?? 0, unknown?.ms ?? 0];
  console.log(
    `forgot-password: ${one.toFixed(2)} ms for a known address, ${other.toFixed(2)} ms for others.`,
  );
  // 5 % on an idle machine. Here other tests run at the same time.
  expect(Math.abs(one - other) / other).toBeLessThan(0.25);
});
