import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { format } from '../../../resources/access-log.js';
import { newCalendar } from '../../support/calendar.ts';
import { caughtLog } from '../../support/caught-log.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { newAccessToken, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const log = caughtLog('DEBUG');
const { handler } = await import('../../../functions/calendar/view.ts');

afterEach(() => {
  resetVariables();
});

/** The only line of a call. */
async function lineOf(query: Record<string, string>, method = 'GET'): Promise<unknown> {
  log.clear();
  const request = {
    ...gatewayRequest(method, { query }),
    rawQueryString: String(new URLSearchParams(query)),
  };
  await handler(request, context());
  expect(log.lines()).toHaveLength(1);
  for (const secret of ['ebc_', 'only', 'calendar.ics', ...Object.values(query)].filter(Boolean))
    expect(log.text()).not.toContain(secret);
  return JSON.parse(log.text());
}

it('a call has the account and the id of its token in the log, and nothing of its query', async () => {
  const session = await newToken();
  const { id, token } = await newAccessToken(session, { access: 'calendar' });
  const caller = { account_id: accountIdOf(session), token_id: id };
  expect(await lineOf({ token })).toMatchObject({ status: 200, method: 'GET', ...caller });
  expect(await lineOf({ token }, 'HEAD')).toMatchObject({ status: 200, method: 'HEAD', ...caller });
  expect(await lineOf({ token, only: 'something' })).toMatchObject({ status: 422, ...caller });
  expect(await lineOf({ token }, 'POST')).toMatchObject({ status: 405 });
  setVariable('SERVICE_URL', '');
  expect(await lineOf({ token })).toMatchObject({ level: 'ERROR', status: 500, ...caller });
  setVariable('TABLE_NAME', 'no-such-table');
  expect(await lineOf({ token })).toMatchObject({ level: 'ERROR', status: 500 });
});

it('a rejected call is a security event without account and token', async () => {
  const token = `${await newCalendar(await newToken())}0`;
  const line = await lineOf({ token });
  expect(line).toMatchObject({ level: 'INFO', status: 404, security_event: 'token_refused' });
  for (const name of ['account_id', 'token_id']) expect(line).not.toHaveProperty(name);
});

it('the gateway logs the key of the route, and no path or query', () => {
  const variables = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(format)));
  expect(variables).toContain('$context.routeKey');
  expect(variables.filter((variable) => /path|query|uri|url/i.test(variable))).toEqual([]);
});
