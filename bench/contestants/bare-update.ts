import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerOf, idOf } from './bare.ts';
import { update } from './update.ts';

type Fields = Record<string, unknown>;

/** The smallest implementation of `POST /events/update/{id}`: no framework, no log, and validation by hand. */
export async function handler({ headers, pathParameters, body: text = '' }: APIGatewayProxyEventV2) {
  const caller = callerOf(headers['authorization']);
  const given = parse(text);
  const { status, body } = given
    ? await update(caller, idOf(pathParameters?.['id']), changesIn(given))
    : { status: 400, body: { status: 'error', message: 'Malformed JSON' } };
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function parse(text: string): Fields | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function changesIn({ name, description, event_date }: Fields): Fields | undefined {
  const isValid =
    (name === undefined || isText(name, 1, 255)) &&
    (description === undefined || isText(description, 0, 2_000)) &&
    (event_date === undefined || isDate(event_date));
  const changes = {
    ...(name !== undefined && { name: String(name).trim() }),
    ...(description !== undefined && { description }),
    ...(event_date !== undefined && { event_date }),
  };
  return isValid && Object.keys(changes).length > 0 ? changes : undefined;
}

const isText = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'string' && value.trim().length >= min && value.trim().length <= max;

const isDate = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(value).toJSON()?.startsWith(value) === true;
