import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import type { Seen } from './bare-requests.ts';
import { sendAll } from './requests.ts';

/** Compares the password with the hash among the items, and sends what a login was seen to send. Nothing else. */
export async function handler({ body = '', sent, status }: APIGatewayProxyEventV2 & Seen) {
  const items = await sendAll(sent);
  const hash = items.map((item) => item['password_hash']).find(Boolean);
  const isRight = await bcrypt.compare(JSON.parse(body).password, String(hash));
  return { statusCode: isRight ? status : 401, body: JSON.stringify(items.length) };
}
