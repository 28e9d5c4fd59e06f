import { expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { commandsOf, run } from '../../support/documents.ts';
import { codeOf, createFactor, newFactorOwner, shownFactor } from '../../support/factor.ts';
import { endpoints } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

const [remove = ''] = commandsOf('Remove a second factor');

it('an operator removes a second factor as docs/operating.md says', async () => {
  const { token, email: username, password } = await newFactorOwner();
  const early = await newVerified();
  const factor = await createFactor(early.token, early.password);
  const confirm = () => {
    const body = { confirmation: factor.confirmation, code: codeOf(factor, 1) };
    return call(endpoints.confirmFactor.handler, { token: early.token, body });
  };
  expect((await call(endpoints.login.handler, { body: { username, password } })).status).toBe(403);
  await run(remove, accountIdOf(token));
  expect((await call(endpoints.viewAccount.handler, { method: 'GET', token })).status).toBe(401);
  const { status, body } = await call(endpoints.login.handler, { body: { username, password } });
  expect([status, await shownFactor(body.token)]).toEqual([200, undefined]);
  // The same one can't come back.
  expect((await confirm()).status).toBe(200);
  await run(remove, accountIdOf(early.token));
  expect((await confirm()).status).toBe(401);
});

it('nothing is changed of an account without one', async () => {
  const { token } = await newVerified();
  await expect(run(remove, accountIdOf(token))).rejects.toThrow();
});
