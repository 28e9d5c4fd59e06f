import { expect, it } from 'vitest';
import { clientOf, newClient, nobody } from '../../support/client.ts';
import { person } from '../../support/service.ts';
import { rejected } from '../../support/table.ts';

it('an account is shown with nothing secret, and saves other names alone', async () => {
  const start = Date.now();
  const { body } = await nobody.signup(person({ email: 'Ada.Of.View@example.com' }));
  const ada = clientOf(String(body.token));
  const shown = async () => Object((await ada.viewAccount()).body.data);
  const first = await shown();
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...{ first_name: 'Ada', last_name: 'Lovelace' },
    ...{ email: 'ada.of.view@example.com', email_verified: false },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(Date.parse(first.created_at)).toBeGreaterThanOrEqual(start);
  expect(Date.parse(first.created_at)).toBeLessThanOrEqual(Date.now());

  const more = { email: 'grace@example.com', email_verified: true, id: 'x' };
  const saved = await ada.updateAccount({ first_name: 'Grace', ...more });
  expect([saved.status, saved.body]).toEqual([
    200,
    { status: 'success', message: 'Account saved successfully' },
  ]);
  expect(await shown()).toEqual({ ...first, first_name: 'Grace' });
  await ada.updateAccount({ last_name: ' Hopper ' });
  expect(await shown()).toEqual({ ...first, first_name: 'Grace', last_name: 'Hopper' });
  await ada.updateAccount({ first_name: 'Ada', last_name: 'Byron' });
  expect(await shown()).toEqual({ ...first, last_name: 'Byron' });
});

it.each([
  [undefined, 400, 'body invalid'],
  [{}, 422, 'body blank'],
  [{ email: 'grace@example.com' }, 422, 'body blank'],
  [{ first_name: null, last_name: 'Hopper' }, 422, 'first_name invalid'],
])('rejects %j', async (body, status, error) => {
  const ada = await newClient();
  const outcome = await rejected(() => ada.updateAccount(body));
  expect([...outcome.codes, outcome.body.message]).toEqual([status, error, 'Account failed to save']);
});
