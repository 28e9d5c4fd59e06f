import { expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { person } from '../support/service.ts';

it('a mail that can’t be sent is told in the terminal, and the service goes on', async () => {
  const { folder, remove } = await copyOfService();
  const port = String(await freePort());
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const service = startOffline(folder, { PORT: port, AWS_ENDPOINT_URL_SESV2: nobody });
  const url = `http://localhost:${port}`;
  try {
    await service.printed('A first call');
    const signup = await fetch(`${url}/auth/signup`, { method: 'POST', body: JSON.stringify(person()) });
    expect(signup.status).toBe(201);
    await service.printed('functions/mail/send.ts failed. Error: SES failed');
    expect((await fetch(`${url}/health`)).status).toBe(200);
  } finally {
    await service.stop();
    await remove();
  }
});
