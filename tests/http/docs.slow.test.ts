import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { describeInBrowser, launchChromium } from '../support/chromium.ts';
import { dayIn, person } from '../support/service.ts';

const documented = z.object({
  parameters: z._default(
    z.array(z.object({ in: z.string(), name: z.string(), description: z.string() })),
    [],
  ),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), documented)) });

/** The operations in the service's document. */
async function operationsOf(origin: string) {
  const { paths } = document.parse(await (await fetch(`${origin}/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => ({ path, method, parameters })),
  );
}

/** The widths of a desktop and of a phone. */
const WIDTHS = [1280, 390];

describeInBrowser('the docs in a browser', () => {
  const origin = inject('origin');
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') complaints.push(line.text());
    });
    await page.goto(`${origin}/docs`);
  });

  afterAll(() => browser?.close());

  const operation = (method: string, path: string) =>
    page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });

  /** Opens an operation in the list at the side, which a narrow window folds. */
  async function open(path: string, shown = page) {
    const isNarrow = (shown.viewportSize()?.width ?? 0) < 900;
    if (isNarrow) await shown.locator('nav details:not([open]) summary').click();
    await shown.locator(`#list a[title="${path}"]`).click();
    await shown.locator('.responses-wrapper').waitFor();
  }

  /** Enters a token in the dialog *Authorize*. */
  async function authorize(token: string) {
    await page.locator('.scheme-container .authorize').click();
    await page.locator('.modal-ux input').fill(token);
    await page.locator('.modal-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.modal-ux .btn-done').click();
  }

  /** Opens an operation, fills in its body if it has one, executes it, and returns the displayed response. */
  async function tryOut(method: string, path: string, body?: unknown) {
    const shown = operation(method, path);
    await open(path);
    if (body) await shown.locator('.body-param__text').fill(JSON.stringify(body));
    await shown.locator('.execute').click();
    const response = shown.locator('.live-responses-table .response');
    const status = await response.locator('.response-col_status').innerText();
    return { status: Number.parseInt(status, 10), text: await response.innerText() };
  }

  it('list every operation of the OpenAPI document', async () => {
    const operations = (await operationsOf(origin)).map(
      ({ path, method }) => `${method.toUpperCase()} ${path}`,
    );
    expect(operations).not.toEqual([]);
    await page.locator('#list a').first().waitFor();
    const listed: string[] = [];
    for (const link of await page.locator('#list a').all())
      listed.push(`${await link.locator('span').innerText()} ${await link.getAttribute('title')}`);
    expect(listed.sort()).toEqual(operations.sort());
  });

  it('find operations by words of their method, path, summary and tag', async () => {
    const found = page.locator('#list a:visible');
    const field = page.getByLabel('Search operations');
    await field.fill('POST trash RESTORE');
    expect(await found.evaluateAll((links) => links.map(({ title }) => title))).toEqual([
      '/trash/restore/{id}',
    ]);
    expect(await page.getByRole('status').innerText()).toBe('');
    // Not those that only have it within a word, such as "budget".
    await field.fill('/events get view/');
    expect(await found.evaluateAll((links) => links.map(({ title }) => title))).toEqual([
      '/events/view/{id}',
      '/events/{event_id}/budgets/view/{id}',
    ]);
    await field.fill('nothing like this');
    expect(await found.count()).toBe(0);
    expect(await page.getByRole('status').innerText()).toBe('No operation found');
    await field.fill('');
    expect(await found.count()).toBe((await operationsOf(origin)).length);
  });

  it('show the operation that their address names, and go back', async () => {
    await page.goto('about:blank');
    await page.goto(`${origin}/docs#/budgets/budgetsCreate`);
    const current = page.locator('#list [aria-current="page"]');
    await operation('post', '/events/{event_id}/budgets/create').locator('.responses-wrapper').waitFor();
    expect(await current.getAttribute('title')).toBe('/events/{event_id}/budgets/create');
    expect(await page.locator('.info').isVisible()).toBe(false);
    await open('/summary');
    expect(await page.locator('.opblock').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.goBack();
    await operation('post', '/events/{event_id}/budgets/create').waitFor();
    expect(await page.locator('.opblock').count()).toBe(1);
    await page.getByRole('link', { name: 'Introduction' }).click();
    await page.locator('.info').waitFor();
    expect(await page.locator('.opblock-tag:visible').count()).toBe(await page.locator('#list h2').count());
    expect(await current.count()).toBe(0);
  });

  it('fold the responses of errors', async () => {
    await open('/events/create');
    const error = page.locator('tr.folded[data-code="409"]').getByRole('button');
    const examples = page.locator('tr.unfolded[data-code="409"] option');
    expect([await error.getAttribute('aria-expanded'), await examples.count()]).toEqual(['false', 0]);
    await error.press('Enter');
    expect(await error.getAttribute('aria-expanded')).toBe('true');
    expect(await examples.allInnerTexts()).toContain(
      'Event is too large (maximum is 200 KB including its budgets).',
    );
    await error.press('Enter');
    expect(await examples.count()).toBe(0);
    expect(await page.locator('tr.folded[data-code="201"]').count()).toBe(0);
  });

  it('are dark where the browser prefers that, and lead the keyboard past the list', async () => {
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.locator('html:not(.dark-mode)').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe('rgb(28, 32, 34)');
    await page.locator('html.dark-mode').waitFor();
    await page.goto('about:blank');
    await page.goto(`${origin}/docs`);
    await page.locator('#list a').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    expect(new URL(page.url()).hash).toBe('');
  });

  it('show each operation with the text of its parameters, and no wider than the screen', async () => {
    const small = await browser.newPage();
    await small.goto(`${origin}/docs`);
    for (const { path, method, parameters } of await operationsOf(origin)) {
      await open(path, small);
      const shown = small.locator(`.opblock-${method}`, { has: small.locator(`[data-path="${path}"]`) });
      for (const width of WIDTHS) {
        await small.setViewportSize({ width, height: 800 });
        const needed = await small.evaluate('document.documentElement.scrollWidth');
        expect(needed, `${method} ${path}`).toBeLessThanOrEqual(width);
      }
      for (const { in: place, name, description } of parameters) {
        const row = shown.locator(`tr[data-param-name="${name}"][data-param-in="${place}"]`);
        expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toContain(description.replaceAll('`', ''));
      }
    }
    await small.close();
  }, 300_000);

  const tokenIn = ({ text }: { text: string }) => /"token": "([^"]+)"/.exec(text)?.[1] ?? '';
  let accessToken = '';

  it('sign up with the sample each time that they are loaded, and show the whole response beside its buttons', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${origin}/docs`);
      const signup = await tryOut('post', '/auth/signup');
      expect(signup.status).toBe(201);
      const response = operation('post', '/auth/signup')
        .locator('.live-responses-table .highlight-code')
        .first();
      const code = await response.locator('code').boundingBox();
      const buttons = await response.locator('.download-contents').boundingBox();
      expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
    }
    await authorize(tokenIn(await tryOut('post', '/auth/login')));
  }, 300_000);

  it('create the sample event, and show its id', async () => {
    const created = await tryOut('post', '/events/create');
    expect([created.status, created.text]).toEqual([201, expect.stringMatching(/"id": \d+/)]);
  });

  it('show no schema before it is opened', async () => {
    await page.goto(`${origin}/docs`);
    await page.locator('.models').waitFor();
    expect(await page.locator('.models .model-container').count()).toBe(0);
  });

  it('sign up, authorize with the token, list the events, and create an access token', async () => {
    const ada = person({ email: 'docs@example.com' });
    const signup = await tryOut('post', '/auth/signup', ada);
    expect(signup.status).toBe(201);
    await authorize(tokenIn(signup));
    expect((await tryOut('get', '/events')).status).toBe(200);
    const body = { password: ada.password, name: 'Docs', access: 'read', expires_on: dayIn(1) };
    const created = await tryOut('post', '/account/tokens/create', body);
    expect(created.status).toBe(201);
    accessToken = tokenIn(created);
  });

  it('authorize with the access token alone, list the events, and show why the account is rejected', async () => {
    // Forgets the other token.
    await page.goto(`${origin}/docs`);
    await authorize(accessToken);
    expect((await tryOut('get', '/events')).status).toBe(200);
    const refused = await tryOut('get', '/account');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('"insufficient_scope"');
  });

  it('ask for a token on a screen of any width', async () => {
    await page.locator('.scheme-container .authorize').click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const { x = -1, width: taken = width } = (await page.locator('.modal-ux').boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + taken).toBeLessThanOrEqual(width);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it('contact no other host and log no other errors to the console', () => {
    const hosts = requested.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([origin]);
    // Chromium logs the two refusals.
    expect(complaints.filter((line) => !/the server responded with a status of 40[13]/.test(line))).toEqual(
      [],
    );
  });
});
