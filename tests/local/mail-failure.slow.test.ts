import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { person } from '../support/service.ts';

it('a mail that can’t be sent is told in the terminal, the service goes on, and sends it a little later', async () => {
  const { folder, remove } = await copyOfService();
  const port = String(await freePort());
  const mailPort = await freePort();
  const service = startOffline(folder, {
    PORT: port,
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${mailPort}`,
  });
  const url = `http://localhost:${port}`;
  const received: string[] = [];
  const ses = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"a"}');
  });
  try {
    await service.printed('A first call');
    const ada = person();
    const signup = await fetch(`${url}/auth/signup`, { method: 'POST', body: JSON.stringify(ada) });
    expect(signup.status).toBe(201);
    await service.printed('functions/mail/send.ts failed. Error: SES failed');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await once(ses.listen(mailPort, '127.0.0.1'), 'listening');
    await expect.poll(() => received, { timeout: 20_000 }).toEqual([expect.stringContaining(ada.email)]);
  } finally {
    await service.stop();
    ses.close();
    await remove();
  }
});
