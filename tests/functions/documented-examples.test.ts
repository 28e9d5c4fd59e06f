import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as createPayment } from '../../functions/payments/create.ts';
import { call } from '../support/call.ts';
import { examplesIn, requestBodyOf, requestSchema, responseBodyOf } from '../support/contract.ts';
import { allEndpoints, type Endpoint } from '../support/endpoints.ts';
import { endpoints, person } from '../support/service.ts';

const jsonObject = z.record(z.string(), z.unknown());
const requestExample = (handler: unknown) => jsonObject.parse(examplesIn(requestBodyOf(handler))[0]);
const responseExample = (handler: unknown, status: number) =>
  jsonObject.parse(examplesIn(responseBodyOf(handler, status))[0]);

/** A response with the ids and the token of the example, which differ in each. */
const comparable = (text: string, example: object): unknown => {
  const ids = [...JSON.stringify(example).matchAll(/"id":(\d+|"\w+")/g)].map(([, id = '']) => JSON.parse(id));
  return JSON.parse(text, (key, value) => {
    if (key === 'token') return expect.any(String);
    return key === 'id' ? ids.shift() : value;
  });
};

beforeEach(() => {
  // Of the examples, which have days to come.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 9, 30) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the examples in the OpenAPI document tell one story, which comes true', async () => {
  let token = '';
  const play = async (
    { handler, method }: Pick<Endpoint, 'handler' | 'method'>,
    { path = {}, body }: { path?: Record<string, string>; body?: object } = {},
  ) => {
    const outcome = await call(handler, { method, token, path, body });
    const example = responseExample(handler, outcome.status);
    expect(example).toEqual(comparable(outcome.text, example));
    return outcome;
  };
  const { email } = person();
  const ada = { ...requestExample(endpoints.signup.handler), email };
  token = String((await play(endpoints.signup, { body: ada })).body.token);
  const credentials = { ...requestExample(endpoints.login.handler), username: email };
  await play(endpoints.login, { body: credentials });

  const created = await play(endpoints.create, { body: requestExample(endpoints.create.handler) });
  const id = String(created.headers['location']).replace('/events/view/', '');
  const band = await play(endpoints.createBudget, {
    path: { event_id: id },
    body: requestExample(endpoints.createBudget.handler),
  });
  const catering = jsonObject.parse(
    z.array(z.unknown()).parse(responseExample(endpoints.listBudgets.handler, 200)['data'])[1],
  );
  const { data } = (
    await call(endpoints.createBudget.handler, { token, path: { event_id: id }, body: catering })
  ).body;
  const payments = { event_id: id, budget_id: String(jsonObject.parse(data)['id']) };
  const body = requestExample(createPayment);
  await play({ handler: createPayment, method: 'POST' }, { path: payments, body });

  const budget = { event_id: id, id: String(jsonObject.parse(band.body.data)['id']) };
  await play(endpoints.listBudgets, { path: { event_id: id } });
  await play(endpoints.viewBudget, { path: budget });
  await play(endpoints.list);
  await play(endpoints.view, { path: { id } });
  await play(endpoints.updateBudget, {
    path: budget,
    body: requestExample(endpoints.updateBudget.handler),
  });
  await play(endpoints.update, { path: { id }, body: requestExample(endpoints.update.handler) });
  await play(endpoints.deleteBudget, { path: budget });
  await play(endpoints.delete, { path: { id } });

  const { body: made } = await play(endpoints.createToken, {
    body: requestExample(endpoints.createToken.handler),
  });
  await play(endpoints.listTokens);
  await play(endpoints.endToken, { path: { id: String(jsonObject.parse(made.data)['id']) } });
});

it.each(allEndpoints)('$name: the example of an invalid body comes true', async ({ handler, method }) => {
  const status = handler === endpoints.login.handler ? 400 : 422;
  const documented = requestBodyOf(handler) && responseBodyOf(handler, status);
  if (!documented) return;
  const { body: signup } = await call(endpoints.signup.handler, { body: person() });
  const token = String(signup.token);
  const names = Object.keys(requestExample(handler));
  // Where every field is optional, the example has one of the wrong type.
  const body = requestSchema(handler)?.({}) ? Object.fromEntries(names.map((name) => [name, null])) : {};
  const outcome = await call(handler, {
    method,
    token,
    path: { event_id: '1', budget_id: '1', id: '1' },
    body,
  });
  expect(outcome.status).toBe(status);
  // With its facts, which `body` lacks.
  expect(examplesIn(documented)).toContainEqual(JSON.parse(outcome.text));
});
