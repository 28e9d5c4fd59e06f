import { describe, expect, it } from 'vitest';
import { handler as view } from '../../../functions/account/view.ts';
import { handler as signup } from '../../../functions/auth/signup.ts';
import { call } from '../../support/call.ts';
import { person } from '../../support/service.ts';

describe('GET /account', () => {
  it('answers 200 with the account, and nothing secret', async () => {
    const ada = person({ email: 'Ada.Of.View@example.com' });
    const start = Date.now();
    const { body: signedUp } = await call(signup, { body: ada });
    const { status, body } = await call(view, { method: 'GET', token: signedUp.token });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada.of.view@example.com',
        email_verified: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    const { created_at } = body.data as { created_at: string };
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
  });

  it('answers 401 without a token', async () => {
    expect((await call(view, { method: 'GET' })).status).toBe(401);
  });
});
