import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerOf } from './bare.ts';
import { type Sent, sendAll } from './requests.ts';

/** Checks the token, and sends what a function of the service was seen to send. Nothing else. */
export async function handler({ headers, sent, status }: APIGatewayProxyEventV2 & Seen) {
  if (!callerOf(headers['authorization'])) return { statusCode: 401, body: '' };
  return { statusCode: status, body: JSON.stringify(await sendAll(sent)) };
}

/** A call of a function as it was seen. */
export interface Seen {
  sent: Sent[];
  status: number;
}
