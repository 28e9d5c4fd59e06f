import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../support/call.ts';
import { examplesIn, requestBodyOf, requestSchema, responseBodyOf } from '../support/contract.ts';
import { allEndpoints, type Endpoint } from '../support/endpoints.ts';
import { endpoints, newToken, person } from '../support/service.ts';

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
  type Played = Pick<Endpoint, 'handler' | 'method'>;
  /** Calls an endpoint with its example, or with this body. */
  const play = async ({ handler, method }: Played, path: Record<string, string> = {}, sent?: object) => {
    const body = requestBodyOf(handler) && (sent ?? requestExample(handler));
    const outcome = await call(handler, { method, token, path, body });
    const example = responseExample(handler, outcome.status);
    expect(example).toEqual(comparable(outcome.text, example));
    return outcome;
  };
  const idOf = ({ body }: Outcome) => String(jsonObject.parse(body.data)['id']);
  const { email } = person();
  const ada = { ...requestExample(endpoints.signup.handler), email };
  token = String((await play(endpoints.signup, {}, ada)).body.token);
  await play(endpoints.login, {}, { ...requestExample(endpoints.login.handler), username: email });

  const { id } = await play(endpoints.create);
  const on = { event_id: id };
  const budget = { ...on, id: idOf(await play(endpoints.createBudget, on)) };
  const [, catering] = z
    .tuple([z.unknown(), jsonObject])
    .parse(responseExample(endpoints.listBudgets.handler, 200)['data']);
  const added = await call(endpoints.createBudget.handler, { token, path: on, body: catering });
  await play(endpoints.createPayment, { ...on, budget_id: idOf(added) });

  await play(endpoints.listBudgets, on);
  await play(endpoints.viewBudget, budget);
  await play(endpoints.list);
  await play(endpoints.view, { id });
  await play(endpoints.updateBudget, budget);
  await play(endpoints.update, { id });
  await play(endpoints.deleteBudget, budget);
  await play(endpoints.delete, { id });

  const made = await play(endpoints.createToken);
  await play(endpoints.listTokens);
  await play(endpoints.endToken, { id: idOf(made) });
});

it.each(allEndpoints)('$name: the example of an invalid body comes true', async ({ handler, method }) => {
  const status = handler === endpoints.login.handler ? 400 : 422;
  const documented = requestBodyOf(handler) && responseBodyOf(handler, status);
  if (!documented) return;
  const token = await newToken();
  const names = Object.keys(requestExample(handler));
  // Where every field is optional, the example has one of the wrong type.
  const body = requestSchema(handler)?.({}) ? Object.fromEntries(names.map((name) => [name, null])) : {};
  const path = { event_id: '1', budget_id: '1', id: '1' };
  const outcome = await call(handler, { method, token, path, body });
  expect(outcome.status).toBe(status);
  // With its facts, which `body` lacks.
  expect(examplesIn(documented)).toContainEqual(JSON.parse(outcome.text));
});
