import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Caller, isActive, table, unauthorized } from './session.ts';

/** The status and body of the response to `POST /events/update/{id}`. Invalid changes are `undefined`. */
export async function update(
  caller: Caller | undefined,
  id: number | undefined,
  changes: Record<string, unknown> | undefined,
) {
  if (!caller?.sub || !caller.sid || !(await isActive(caller))) return unauthorized;
  if (!id) return notFound;
  if (!changes) return invalid;
  return (await save(caller.sub, id, changes)) ? saved : notFound;
}

/** Saves the changes if the event exists. */
async function save(accountId: string, id: number, changes: Record<string, unknown>): Promise<boolean> {
  const names = Object.keys(changes);
  const assignments = names.map((name) => `head.#${name} = :${name}`);
  try {
    await table.send(
      new UpdateCommand({
        TableName: process.env['TABLE_NAME'],
        Key: { PK: `ACCOUNT#${accountId}`, SK: `EVENT#${String(id).padStart(16, '0')}` },
        UpdateExpression: `SET head.version = head.version + :one, head.updated_at = :now, ${assignments}`,
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':one': 1,
          ':now': Date.now(),
          ...Object.fromEntries(names.map((name) => [`:${name}`, changes[name]])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const saved = { status: 200, body: { status: 'success', message: 'Event saved successfully' } } as const;

const notFound = { status: 404, body: { status: 'error', message: 'Event failed to save' } } as const;

const invalid = { status: 422, body: { status: 'error', message: 'Event failed to save' } } as const;
