import type { IncomingMessage } from 'node:http';

/** What a database has answered. */
export interface DatabaseResponse {
  status: number;
  text: string;
}

/** Has an emulator do a request that was meant for DynamoDB, with this body. */
export async function forward(
  emulator: string,
  { headers }: IncomingMessage,
  body: string | Buffer,
): Promise<DatabaseResponse> {
  const passed = ['content-type', 'x-amz-target', 'x-amz-date', 'authorization'];
  const answer = await fetch(emulator, {
    method: 'POST',
    headers: Object.fromEntries(passed.map((name) => [name, String(headers[name])])),
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}
