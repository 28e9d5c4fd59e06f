import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { emailFingerprint, issueMailedToken } from '../../lib/auth/mailed-tokens.ts';
import { context } from '../../tests/support/gateway.ts';
import { takeInvocations } from '../../tests/support/lambda.ts';
import { type Call, gatewayCall } from '../gateway-call.ts';
import type { Version } from './versions.ts';

export const password = 'correct horse battery';
export const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
export const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };

export const newPerson = () => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `${randomUUID()}@example.com`,
  password,
});

const verification = z.object({ kind: z.literal('verify_email'), account_id: z.string() });

const change = z.object({
  kind: z.literal('change_email'),
  account_id: z.string(),
  fingerprint: z.string(),
});

/** An account that a commit's own functions made, so that its items are what that commit expects. */
export class Account {
  readonly email: string;
  token = '';
  readonly #routes: Version['routes'];

  private constructor(routes: Version['routes'], email: string) {
    this.#routes = routes;
    this.email = email;
  }

  static async signUp(routes: Version['routes']): Promise<Account> {
    const person = newPerson();
    const account = new Account(routes, person.email);
    await account.#call('authSignup', { body: person, status: 201 });
    const credentials = { username: person.email, password };
    const { body } = await account.#call('authLogin', { body: credentials, status: 200 });
    account.token = JSON.parse(body).token;
    return account;
  }

  /** Another account, whose address is verified. Tokens of mails are issued here: no route sends one. */
  async another(): Promise<Account> {
    const account = await Account.signUp(this.#routes);
    const { email, token } = account;
    await account.#call('accountSendVerification', { token, status: 200 });
    const { account_id: accountId } = lastMail(verification);
    const fingerprint = emailFingerprint(email);
    const mailed = await issueMailedToken({ kind: 'verify-email', accountId, fingerprint });
    await account.#call('authVerifyEmail', { body: { token: mailed }, status: 200 });
    return account;
  }

  /** The token of a mail that changes the address. */
  async changeOfAddress(): Promise<string> {
    const { email } = newPerson();
    await this.#call('accountChangeEmail', { token: this.token, body: { password, email }, status: 200 });
    const { account_id: accountId, fingerprint } = lastMail(change);
    return issueMailedToken({ kind: 'change-email', accountId, fingerprint, email });
  }

  /** The path parameters of a new invitation to an event. */
  async invitation({ id: event_id }: { id: string }, { email }: Account) {
    const call = { token: this.token, path: { event_id }, body: { email, role: 'viewer' }, status: 201 };
    const { body } = await this.#call('membersInvite', call);
    return { event_id, id: String(JSON.parse(body).data.id) };
  }

  async accept({ id }: { id: string }): Promise<void> {
    await this.#call('invitationsAccept', { token: this.token, path: { id }, status: 200 });
  }

  /** The path parameters of a new event. */
  async event(): Promise<{ id: string }> {
    const { headers } = await this.#call('eventsCreate', { token: this.token, body: party, status: 201 });
    return { id: lastPart(headers.location) };
  }

  /** The path parameters of a new budget in an event. */
  async budget({ id: event_id }: { id: string }) {
    const path = { event_id };
    const call = { token: this.token, path, body: band, status: 201 };
    const { headers } = await this.#call('budgetsCreate', call);
    return { event_id, id: lastPart(headers.location) };
  }

  async #call(name: string, call: Call) {
    const found = this.#routes.find((route) => route.name === name);
    if (!found) throw new Error(`This commit has no function ${name}.`);
    const { handler } = await import(found.bundle);
    const response = await handler(gatewayCall(found.route, call), context());
    if (response.statusCode !== call.status) throw new Error(`${name} answered ${response.statusCode}.`);
    return response;
  }
}

const lastPart = (location: string): string => location.split('/').at(-1) ?? '';

/** What the function that sends mails was invoked with last. */
const lastMail = <Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema> =>
  schema.parse(takeInvocations().at(-1)?.payload);
