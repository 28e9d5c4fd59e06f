import { expect, it } from 'vitest';
import { endLink } from '../../../build/end-link.ts';
import { knownClient } from '../../../lib/auth/user-agent.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { linkKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { deliver, newMails } from '../../support/mail.ts';
import { dayIn, endpoints, newEvent } from '../../support/service.ts';
import { accountIdOf, newShareLink, newVerified, viewShared } from '../../support/sharing.ts';
import { tableContent } from '../../support/table.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1';

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 Firefox/133.0', 'Firefox'],
  ['Mozilla/5.0 (Windows NT 10.0) Call-0900-123/1', 'another program'],
  ['curl/8.7.1 (Windows)', 'another program'],
  ['pay at evil.example', 'another program'],
  ['', 'another program'],
])('of %j, a mail says no more than %j', (userAgent, known) => {
  expect(knownClient(userAgent)).toBe(known);
});

it('the mail of a new share link names the browser and system that made it', async () => {
  const { token } = await newVerified();
  const path = { event_id: (await newEvent(token)).id };
  takeInvocations();
  const body = { expires_on: dayIn(3) };
  await call(endpoints.createShareLink.handler, { token, path, body, userAgent: FIREFOX });
  const [mail] = await newMails();
  expect(mail?.text).toContain('was created with Firefox on Windows.');
});

it('a mail that version 0.4 has asked for names none', async () => {
  const { token } = await newVerified();
  const request = { kind: 'share_link_created', time: Date.now(), expires_on: dayIn(3) };
  const [mail] = await deliver({ ...request, account_id: accountIdOf(token) });
  expect(mail?.text).toContain('was created. Anybody who has it');
});

it('the operator ends a leaked link by its id, and the event has none then', async () => {
  const { token } = await newVerified();
  const event = await newEvent(token);
  const { token: link } = await newShareLink(token, { event_id: event.id });
  const id = link.slice(4, 20);
  expect(await endLink(id)).toBe(true);
  expect((await viewShared(link)).status).toBe(401);
  expect(await getItem(linkKey(id))).toBeUndefined();
  const query = { include: 'share_link' };
  const { text } = await call(endpoints.view.handler, { method: 'GET', token, path: event, query });
  expect(text).not.toContain('expires_on');
  const before = await tableContent();
  expect(await endLink(id)).toBe(false);
  expect(await tableContent()).toEqual(before);
});

it('a link that its event no longer names is deleted alone', async () => {
  const { token } = await newVerified();
  const event = await newEvent(token);
  const { token: old } = await newShareLink(token, { event_id: event.id });
  const id = old.slice(4, 20);
  const item = await getItem(linkKey(id));
  const { token: link } = await newShareLink(token, { event_id: event.id });
  const { putItem } = await import('../../support/table.ts');
  await putItem(linkKey(id), item ?? {});
  expect(await endLink(id)).toBe(true);
  expect([(await getItem(linkKey(id))) === undefined, (await viewShared(link)).status]).toEqual([true, 200]);
});
