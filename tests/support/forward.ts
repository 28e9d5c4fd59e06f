import type { IncomingMessage } from 'node:http';

/** A database's response. */
export interface DatabaseResponse {
  status: number;
  text: string;
}

/** Forwards a DynamoDB request with this body to an emulator. */
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
