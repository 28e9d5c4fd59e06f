import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startMailbox } from '../../local/mailbox.js';
import { headersOfWebPages, statusOf } from './web-pages.ts';

const MAIL = {
  FromEmailAddress: 'service@example.com',
  Destination: { ToAddresses: ['ada@example.com'] },
  Content: { Simple: { Subject: { Data: 'Grüße' }, Body: { Text: { Data: 'One\n\nTwo\n' } } } },
};

let folder: string;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let client: SESv2Client;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'event-budget-mailbox-')), 'mail');
  mailbox = await startMailbox(folder);
  client = new SESv2Client({ endpoint: mailbox.endpoint });
});
afterEach(async () => {
  vi.restoreAllMocks();
  client.destroy();
  await mailbox.stop();
  await rm(join(folder, '..'), { recursive: true });
});

it('keeps a mail as a file for its owner, and prints its subject, recipient and path', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await client.send(new SendEmailCommand(MAIL));
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const file = join(folder, name);
  expect(await readFile(file, 'utf8')).toBe(
    'From: service@example.com\nTo: ada@example.com\nSubject: Grüße\n\nOne\n\nTwo\n',
  );
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(print.mock.calls).toEqual([[`mail "Grüße" to ada@example.com ${file}`]]);
});

it('rejects what is no mail', async () => {
  const answer = await fetch(mailbox.endpoint, { method: 'POST', body: '{' });
  expect(answer.status).toBe(400);
  expect(await readdir(folder)).toEqual([]);
});

it('asks to send a mail again that it could not keep', async () => {
  await rename(folder, `${folder}-away`);
  const answer = await fetch(mailbox.endpoint, { method: 'POST', body: JSON.stringify(MAIL) });
  expect(answer.status).toBe(503);
  await rename(`${folder}-away`, folder);
  expect(await readdir(folder)).toEqual([]);
});

it('rejects what a web page sends', async () => {
  for (const headers of headersOfWebPages(new URL(mailbox.endpoint).port))
    expect([headers, await statusOf(mailbox.endpoint, headers, JSON.stringify(MAIL))]).toEqual([
      headers,
      403,
    ]);
  expect(await readdir(folder)).toEqual([]);
});
