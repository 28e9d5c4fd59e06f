import * as z from 'zod/mini';
import { call } from './call.ts';
import { context, gatewayRequest } from './gateway.ts';
import { endpoints } from './service.ts';

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

/** The budgets of an event with all their fields. */
export async function shownBudgets(token: string, { id }: { id: string }) {
  const request = { method: 'GET', token, path: { event_id: id } } as const;
  return z.array(z.looseObject({})).parse((await call(endpoints.listBudgets.handler, request)).body.data);
}

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
