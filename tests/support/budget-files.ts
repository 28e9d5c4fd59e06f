import { expect } from 'vitest';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { context, gatewayRequest } from './gateway.ts';
import { endpoints } from './service.ts';
import { rejected } from './table.ts';

interface ImportRequest {
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

/** Imports a CSV file, or a list of budgets as JSON. */
export const importInto = (
  token: string,
  { id }: { id: string },
  budgets: string | Buffer | unknown[],
  { headers, query = {} }: ImportRequest = {},
) => {
  const request = { token, path: { event_id: id }, query };
  if (Array.isArray(budgets))
    return call(endpoints.importBudgets.handler, { ...request, headers: { ...headers }, body: { budgets } });
  const csv = { ...request, headers: { 'content-type': 'text/csv', ...headers } };
  const sent = Buffer.isBuffer(budgets)
    ? { body: budgets.toString('base64'), isBase64Encoded: true }
    : { body: budgets };
  return call(endpoints.importBudgets.handler, { ...csv, ...sent });
};

/** Expects an import to be rejected like its dry run, and to change nothing. */
export const rejectedImport = (
  token: string,
  event: { id: string },
  budgets: string | Buffer | unknown[],
  request: ImportRequest = {},
) =>
  rejected(async () => {
    const query = { ...request.query, dry_run: 'true' };
    const checked = await importInto(token, event, budgets, { ...request, query });
    const outcome = await importInto(token, event, budgets, request);
    expect([checked.status, checked.text]).toEqual([outcome.status, outcome.text]);
    return outcome;
  });

const listOf = (token: string, { id }: { id: string }) =>
  call(endpoints.listBudgets.handler, { method: 'GET', token, path: { event_id: id } });

/** The sums of an event's budgets. */
export const summaryOf = async (token: string, event: { id: string }) =>
  Object((await listOf(token, event)).body['summary']);

/** A budget with all its fields. */
export const shownBudget = async (token: string, path: { event_id: string; id: string }) =>
  Object((await call(endpoints.viewBudget.handler, { method: 'GET', token, path })).body.data);

/** The budgets of an event with all their fields. */
export const shownBudgets = async (token: string, event: { id: string }) =>
  z.array(z.looseObject({ id: z.int() })).parse((await listOf(token, event)).body.data);

/** Exports an event's budgets. An error's body is JSON. */
export async function exportOf(
  token: string,
  { id }: { id: string },
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) {
  const request = gatewayRequest('GET', { token, path: { event_id: id }, headers, query });
  const { statusCode, headers: answered, body } = await endpoints.exportBudgets.handler(request, context());
  return { status: statusCode, headers: answered, text: body };
}
