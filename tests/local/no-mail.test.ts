import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/emulators.ts';
import { copyOfService, runDemo, startOffline } from '../support/offline.ts';

const NEED_MAIL = [
  'POST /account/send-verification',
  'POST /auth/forgot-password',
  'POST /account/change-email',
];

describe('a service without MAIL_FROM', () => {
  let copy: Awaited<ReturnType<typeof copyOfService>>;
  let service: ReturnType<typeof startOffline>;
  let demo: ReturnType<typeof runDemo>;
  beforeAll(async () => {
    copy = await copyOfService();
    const port = String(await freePort());
    service = startOffline(copy.folder, { PORT: port, MAIL_FROM: '' });
    await service.printed('A first call');
    demo = runDemo(copy.folder, `http://localhost:${port}`);
  });
  afterAll(async () => {
    await service.stop();
    await copy.remove();
  });

  it('responds 501 to calls that need mail, serves all others, and logs why', async () => {
    expect(demo.calls.length).toBeGreaterThan(20);
    expect(demo.calls.filter(({ code }) => code >= 300)).toEqual(
      NEED_MAIL.map((name) => ({ name, code: 501 })),
    );
    await service.printed('MAIL_FROM is not set, so no mail is sent');
  });

  it('lets the demo continue, which says so', () => {
    expect(demo.stdout).toContain('The service sends no mail, because MAIL_FROM is not set.');
    expect(demo.stdout).toContain('POST /auth/reset-password is left out: it needs a mail');
    expect(demo.stdout).toContain('Sharing the event is left out: it needs a verified e-mail address.');
    expect(demo.stdout).toMatch(
      /\n\d+ calls, 3 got 501, all others succeeded\. The demo deleted its accounts and/,
    );
    expect(demo.status).toBe(0);
  });
});
