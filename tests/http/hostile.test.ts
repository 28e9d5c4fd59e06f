import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { person } from '../support/service.ts';
import { brokenRequests, type HostileRequest, hostileRequests } from './hostile-requests.ts';

const port = Number(new URL(inject('origin')).port);
let token = '';

beforeAll(async () => {
  const body = JSON.stringify(person({ email: 'hostile@example.com' }));
  const signup = bytesOf({ path: '/auth/signup', body });
  token = z.object({ token: z.string() }).parse(JSON.parse((await send(signup)).body)).token;
});

function bytesOf({ method = 'POST', path = '/events/create', headers, body = '' }: HostileRequest): Buffer {
  const all = new Map<string, string | string[]>([
    ['host', 'localhost'],
    ['connection', 'close'],
    ['authorization', `Bearer ${token}`],
    ['content-type', 'application/json'],
    ['content-length', String(Buffer.byteLength(body))],
  ]);
  for (const [name, values] of Object.entries(headers ?? {})) {
    all.delete(name.toLowerCase());
    all.set(name, values);
  }
  const lines = [...all].flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`));
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

async function send(bytes: Buffer | string) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = (await buffer(socket)).toString();
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: rest.join('\r\n\r\n') };
}

// Each response takes milliseconds. A test that takes seconds hangs.
describe('is rejected in JSON', { timeout: 5_000 }, () => {
  it.each(Object.entries(hostileRequests))('%s', async (_, request) => {
    const { status, body } = await send(bytesOf(request));
    expect(`${status} ${body}`).toMatch(/^4\d\d \{"status":"error","message":"./);
    expect(body).not.toMatch(/\n *at /);
  });
});

describe('is rejected by Node’s HTTP parser', { timeout: 5_000 }, () => {
  it.each(Object.entries(brokenRequests))('%s', async (_, bytes) => {
    expect(String((await send(bytes)).status)).toMatch(/^4\d\d$/);
  });
});
