import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { describeInBrowser, launchChromium } from '../support/chromium.ts';
import { nextMail } from '../support/received-mail.ts';
import { person } from '../support/service.ts';
import { newAccount } from './account.ts';

const signedUp = z.object({ token: z.string() });
const shown = z.object({ data: z.object({ email_verified: z.boolean() }) });

describeInBrowser('the pages behind mailed links', () => {
  const origin = inject('origin');
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];
  const ada = person({ email: 'pages@example.com' });
  const NEW = 'a fair new passphrase';
  const FORGED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      // A browser logs each answer of 4xx.
      if (line.type() === 'error' && !/ (403|422) /.test(line.text())) complaints.push(line.text());
    });
    expect((await post('/auth/signup', ada)).status).toBe(201);
  });

  afterAll(() => browser?.close());

  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', body: JSON.stringify(body) });

  let others = 0;
  async function newPerson() {
    others += 1;
    const someone = person({ email: `pages-${others}@example.com` });
    expect((await post('/auth/signup', someone)).status).toBe(201);
    return someone;
  }

  const message = (text: string) => page.locator('#message', { hasText: text }).waitFor();
  const done = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();

  const isVerified = async (): Promise<boolean> => {
    const { token } = signedUp.parse(
      await post('/auth/login', { username: ada.email, password: ada.password }).then((answer) =>
        answer.json(),
      ),
    );
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/account`, { headers });
    return shown.parse(await answer.json()).data.email_verified;
  };

  it('confirm an e-mail address by the password of the account, and by no other', async () => {
    const { subject, link } = await nextMail(ada.email);
    expect(subject).toBe('Confirm your e-mail address');
    expect(link.startsWith(`${origin}/verify-email#token=`)).toBe(true);
    await page.goto(link);
    const field = page.getByLabel('Password of the account');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    const button = page.getByRole('button', { name: 'Confirm address' });
    // A browser sends no form that lacks a required field.
    await button.click();
    expect(await field.evaluate((input) => input.matches(':invalid'))).toBe(true);
    await field.fill('not the password');
    await button.click();
    await message('Password is wrong.');
    expect(await page.locator('form').isVisible()).toBe(true);
    expect(page.url()).toBe(link);
    expect(await isVerified()).toBe(false);
    await field.fill(ada.password);
    await button.click();
    await done('Your e-mail address is confirmed');
    await message('You can close this page.');
    expect(await page.title()).toBe('Your e-mail address is confirmed – Event Budget');
    expect(await page.evaluate('document.activeElement.localName')).toBe('h1');
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await isVerified()).toBe(true);
    // The token isn't left in the history.
    expect(page.url()).toBe(`${origin}/verify-email`);
  });

  it('confirm no address by a link that isn’t valid, whatever the password', async () => {
    await page.goto(`${origin}/verify-email#token=${FORGED}`);
    await page.getByLabel('Password of the account').fill(ada.password);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await message('This link is invalid or has expired. Ask for a new one.');
  });

  it.each(['', '#', '#token=', '#token', '#token=eyJ.x'])(
    'ask for the token after a link that ends with "%s"',
    async (end) => {
      for (const path of ['/reset-password', '/verify-email']) {
        await page.goto('about:blank');
        await page.goto(origin + path + end);
        const field = page.getByLabel('Token from the e-mail');
        await field.fill('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0');
        await page.getByLabel('assword', { exact: false }).first().fill(ada.password);
        await page.locator('form button').click();
        // A browser sends no form that has an invalid field, and says why.
        expect(await page.evaluate('document.forms[0].token.validationMessage')).toContain('eyJ');
        expect(await page.locator('#message').textContent()).toBe('');
        await field.fill(FORGED);
        await page.locator('form button').click();
        await message('This link is invalid or has expired. Ask for a new one.');
        // Now the link is whole, in the same tab.
        await page.goto(`${origin}${path}#token=${FORGED}`);
        await page.locator('form').waitFor();
        expect(await field.count()).toBe(0);
      }
    },
  );

  it.each([
    ['the token', (token: string) => token],
    ['the token with white space', (token: string) => `\u00a0${token.replace(/.{60}/g, '$&\u200b\r\n ')}\n`],
    ['the whole link', (token: string) => ` ${origin}/verify-email#token=${token} `],
    ['a rewritten link', (token: string) => `${origin}/verify-email%23token%3D${token}&data=x`],
  ])('take %s', async (_, pasted) => {
    const { token, text } = await nextMail((await newPerson()).email);
    const [, address = ''] = /^(\S+\/verify-email)$/m.exec(text) ?? [];
    expect(text.split('\n')).toContain(token);
    await page.goto(address);
    await page.getByLabel('Token from the e-mail').focus();
    await page.keyboard.insertText(pasted(token));
    await page.getByLabel('Password of the account').fill(ada.password);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await done('Your e-mail address is confirmed');
  });

  it.each(['%23', '%2523'])('work after a link whose # became %s', async (sign) => {
    const { email } = await newPerson();
    const { link } = await nextMail(email);
    await page.goto(link.replace('#', sign));
    await page.getByLabel('Password of the account').fill(ada.password);
    // A reload sends no token.
    expect(page.url()).toBe(link);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await done('Your e-mail address is confirmed');

    await post('/auth/forgot-password', { username: email });
    await page.goto((await nextMail(email)).link.replace('#', sign));
    await page.getByLabel('New password').fill(NEW);
    await page.getByRole('button', { name: 'Change password' }).click();
    await done('Your password is changed');
  });

  it('name the service', async () => {
    for (const path of ['/reset-password', '/verify-email']) {
      await page.goto(origin + path);
      expect(await page.title()).toMatch(/ – Event Budget$/);
      await page.getByText('Event Budget', { exact: true }).waitFor();
      expect(await page.getByRole('link').count()).toBe(0);
    }
  });

  it('choose a new password', async () => {
    await post('/auth/forgot-password', { username: ada.email });
    const { subject, link } = await nextMail(ada.email);
    expect(subject).toBe('Choose a new password');
    await page.goto(link);
    const field = page.getByLabel('New password');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('new-password');
    await field.fill('12345678');
    await page.getByRole('button', { name: 'Change password' }).click();
    await message('Password is too common');
    await page.getByLabel('Show password').check();
    expect(await field.getAttribute('type')).toBe('text');
    await field.fill(NEW);
    await field.press('Enter');
    await done('Your password is changed');
    await message('You can log in with it now.');
    expect(await page.locator('form').isVisible()).toBe(false);
    expect((await post('/auth/login', { username: ada.email, password: NEW })).status).toBe(200);

    await page.goto(link);
    await page.getByLabel('New password').fill('yet another passphrase');
    await page.getByRole('button', { name: 'Change password' }).click();
    await message('This link is invalid or has expired. Ask for a new one.');
  });

  it('ask for the code of a second factor when one is needed', async () => {
    const { email, password, POST } = await newAccount('Grace', 'pages-factor@example.com');
    const { data } = await POST('/account/second-factor/create', { body: { password } });
    const { secret = '', confirmation = '', recovery_codes: [recovery = ''] = [] } = data?.data ?? {};
    const code = new TOTP({ secret }).generate();
    await POST('/account/second-factor/confirm', { body: { confirmation, code } });
    expect((await nextMail(email)).subject).toBe('A second factor was added');

    await post('/auth/forgot-password', { username: email });
    await page.goto((await nextMail(email)).link);
    const field = page.getByLabel('Code of your authenticator app');
    expect([await field.isVisible(), await field.getAttribute('autocomplete')]).toEqual([
      false,
      'one-time-code',
    ]);
    await page.getByLabel('New password').fill(NEW);
    const button = page.getByRole('button', { name: 'Change password' });
    await button.click();
    await message('Enter the code from your authenticator app, or a recovery code.');
    await field.fill(code);
    await button.click();
    await message('Code is wrong or has already been used.');
    await field.fill(recovery);
    await button.click();
    await done('Your password is changed');
  });

  it('have each hint between its label and its field', async () => {
    for (const path of ['/reset-password', '/verify-email']) {
      await page.goto(origin + path);
      for (const id of await page.locator('form p[id]').evaluateAll((hints) => hints.map((hint) => hint.id)))
        expect(await page.locator(`label + #${id} + input[aria-describedby~=${id}]`).count()).toBe(1);
    }
  });

  it('fit a narrow and a wide window', async () => {
    for (const path of ['/reset-password', '/verify-email']) {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(origin + path);
        const content = await page.locator('main').boundingBox();
        expect(content?.width).toBeGreaterThan(300);
        expect((content?.x ?? 0) + (content?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }
  });

  it('contact no other host, send no token in a URL, and log no errors to the console', () => {
    const urls = requested.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url));
    expect([...new Set(urls.map((url) => url.origin))]).toEqual([origin]);
    expect(urls.filter(({ search }) => search !== '')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
