import { describe, expect, it } from 'vitest';
import { handler as changeEmail } from '../../../functions/account/change-email.ts';
import { handler as changePassword } from '../../../functions/account/change-password.ts';
import { handler as viewAccount } from '../../../functions/account/view.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { documentClient } from '../../../lib/dynamodb/items.ts';
import { call } from '../../support/call.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { newMember, resetTokenOf, statusOfLogin } from '../../support/mailed-account.ts';
import { person } from '../../support/service.ts';
import { interleave, stepping } from '../../support/stepping.ts';

documentClient().middlewareStack.add(stepping, { step: 'finalizeRequest', name: 'stepping' });

const RESET = 'chosen by reset';
const CHANGED = 'chosen by change';

/** Everything that is under way at once, and what each may answer. */
async function situation() {
  const ada = await newMember();
  const { email } = person();
  await call(changeEmail, { token: ada.token, body: { password: ada.password, email } });
  const changeToken = await tokenMailedTo(email);
  const resetToken = await resetTokenOf(ada.email);
  const work = {
    reset: () => call(resetPassword, { body: { token: resetToken, password: RESET } }),
    change: () =>
      call(changePassword, { token: ada.token, body: { password: ada.password, new_password: CHANGED } }),
    move: () => call(verifyEmail, { body: { token: changeToken } }),
    login: () => call(login, { body: { username: ada.email, password: ada.password } }),
  };
  return { ada, email, work };
}

const lives = async (token: string | undefined): Promise<boolean> =>
  (await call(viewAccount, { method: 'GET', token: String(token) })).status === 200;

describe.each([
  ['reset', 'change'],
  ['reset', 'move'],
  ['change', 'move'],
  ['reset', 'login'],
  ['reset', 'reset'],
  ['move', 'move'],
] as const)('%s and %s at once', (first, second) => {
  it('leave one of them undone, or one after the other, in every order of their requests', async () => {
    let orders = 0;
    await interleave(async (race) => {
      orders += 1;
      const { ada, email, work } = await situation();
      const [one, other] = await race(work[first], work[second]);
      const answers = [
        { name: first, ...one },
        { name: second, ...other },
      ];
      const done = (wanted: string) =>
        answers.filter(({ name, status }) => name === wanted && status === 200);
      for (const { status } of [one, other]) expect([200, 401, 422]).toContain(status);

      // Exactly one password and one address open the account.
      const addresses = [ada.email, email];
      const passwords = [ada.password, RESET, CHANGED];
      const open: string[][] = [];
      for (const address of addresses)
        for (const password of passwords)
          if ((await statusOfLogin(address, password)) === 200) open.push([address, password]);
      expect(open).toHaveLength(1);
      const [address, password] = open[0] ?? [];
      expect(address).toBe(done('move').length > 0 ? email : ada.email);
      if (done('reset').length === 0 && done('change').length === 0) expect(password).toBe(ada.password);

      // A reset excludes any other change, and ends every session that was there before or was being made.
      if (first === 'reset' && second !== 'login')
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      if (password === RESET) {
        expect(await lives(ada.token)).toBe(false);
        for (const { body } of done('login')) expect(await lives(body.token)).toBe(false);
      }
    });
    console.info(`${first} and ${second}: ${orders} orders.`);
    expect(orders).toBeGreaterThan(2);
  });
});
