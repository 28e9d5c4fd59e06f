import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as sendMail } from '../../functions/mail/send.ts';
import { startMailbox } from '../../local/mailbox.js';
import { asFunction } from './as-function.ts';
import { clientOf, nobody } from './client.ts';
import { takeInvocations } from './lambda.ts';
import { person } from './service.ts';

const folder = await mkdtemp(join(tmpdir(), 'event-budget-mail-'));
const mailbox = await startMailbox(folder);
process.env['AWS_ENDPOINT_URL_SESV2'] = mailbox.endpoint;
vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterAll(async () => {
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

export interface SentMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Of the link in it. */
  token: string;
}

/** Sends a mail as the function does that is invoked with this, and returns what arrives. */
export async function deliver(payload: unknown): Promise<SentMail[]> {
  const before = await readdir(folder);
  await asFunction('mailSend', () => sendMail(payload));
  const files = (await readdir(folder)).filter((file) => !before.includes(file));
  return Promise.all(files.map(async (file) => parse(await readFile(join(folder, file), 'utf8'))));
}

/** Sends all mails that were queued since the last call, and returns them. */
export async function newMails(): Promise<SentMail[]> {
  const mails: SentMail[] = [];
  for (const { payload } of takeInvocations()) mails.push(...(await deliver(payload)));
  return mails;
}

/** The token of the only mail that was queued for an address. */
export async function tokenMailedTo(address: string): Promise<string> {
  const [mail, ...others] = (await newMails()).filter(({ to, token }) => to === address && token);
  if (!mail || others.length > 0) throw new Error(`There is not one mail, but ${mail ? 'several' : 'none'}.`);
  return mail.token;
}

function parse(file: string): SentMail {
  const [, from = '', to = '', subject = '', text = ''] =
    /^From: (.*)\nTo: (.*)\nSubject: (.*)\n\n([\s\S]*)$/.exec(file) ?? [];
  return { from, to, subject, text, token: /#token=(\S+)/.exec(text)?.[1] ?? '' };
}

const shown = z.object({ email: z.string(), email_verified: z.boolean() });

/** Signs somebody up. Returns their calls, what they know, and the token that verifies their address. */
export async function newMember(fields: Record<string, unknown> = {}) {
  const ada = person(fields);
  takeInvocations();
  const { body } = await nobody.signup(ada);
  const verification = await tokenMailedTo(ada.email);
  return { ...clientOf(String(body.token)), email: ada.email, password: ada.password, verification };
}

export type Member = Awaited<ReturnType<typeof newMember>>;

/** Asks for a new password, and returns the token that was mailed. */
export async function resetTokenOf(username: string): Promise<string> {
  await nobody.forgotPassword({ username });
  return tokenMailedTo(username);
}

export const statusOfLogin = async (username: string, password: unknown): Promise<number> =>
  (await nobody.login({ username, password })).status;

/** The address of an account and whether it is verified. */
export const accountOf = async (token: string) =>
  shown.parse((await clientOf(token).viewAccount()).body.data);

export const INVALID_TOKEN = [
  { field: 'token', code: 'invalid', message: 'This link is invalid or has expired. Ask for a new one.' },
];
