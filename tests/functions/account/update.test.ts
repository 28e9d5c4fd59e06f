import { beforeEach, describe, expect, it } from 'vitest';
import { handler as update } from '../../../functions/account/update.ts';
import { handler as view } from '../../../functions/account/view.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { newToken } from '../../support/service.ts';

let token: string;
beforeEach(async () => {
  token = await newToken();
});

const names = async () => (await call(view, { method: 'GET', token })).body.data;

describe('POST /account/update', () => {
  it.each([
    [{ first_name: 'Grace' }, { first_name: 'Grace', last_name: 'Lovelace' }],
    [{ last_name: ' Hopper ' }, { first_name: 'Ada', last_name: 'Hopper' }],
    [
      { first_name: 'Grace', last_name: 'Hopper' },
      { first_name: 'Grace', last_name: 'Hopper' },
    ],
  ])('saves %j and keeps the rest', async (body, expected) => {
    const outcome = await call(update, { token, body });
    expect([outcome.status, outcome.body]).toEqual([
      200,
      { status: 'success', message: 'Account saved successfully' },
    ]);
    expect(await names()).toMatchObject(expected);
  });

  it.each(
    named([
      ['first_name', '', "First name can't be blank."],
      ['first_name', null, 'First name must be a string.'],
      ['last_name', 'x'.repeat(101), 'Last name is too long (maximum is 100 characters).'],
    ]),
  )('refuses $name and changes nothing', async ({ field, value, message }) => {
    const { status, body } = await call(update, { token, body: { first_name: 'Grace', [field]: value } });
    expect([status, body.message]).toEqual([422, 'Account failed to save']);
    expect(body.errors).toEqual([{ field, code: expect.any(String), message }]);
    expect(await names()).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
  });

  it.each([undefined, {}, { email: 'grace@example.com' }])('refuses %j, which has no name', async (body) => {
    const { status } = await call(update, { token, body });
    expect(status).toBe(body ? 422 : 400);
  });

  it('does not change other fields', async () => {
    const before = await names();
    const body = { first_name: 'Ada', email: 'grace@example.com', email_verified: true, id: 'x' };
    expect((await call(update, { token, body })).status).toBe(200);
    expect(await names()).toEqual(before);
  });
});
