import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { describeInBrowser, launchChromium } from '../support/chromium.ts';
import { document } from '../support/contract.ts';
import { dayIn, person } from '../support/service.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const axeResult = z.object({ violations: z.array(z.object({ id: z.string() })) });

const WIDTHS = [1280, 768, 390, 320];
const operationIds = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

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
    await load();
  });

  afterAll(() => browser?.close());

  async function load(hash = '') {
    await page.goto('about:blank');
    await page.goto(`${origin}/docs${hash}`);
  }

  const listed = () =>
    page.locator('nav li a:visible').evaluateAll((links) => links.map(({ hash }) => hash.slice(1)));
  const search = () => page.getByLabel('Search');
  const token = () => page.getByLabel('Authorize');
  const shown = () => page.locator('article:visible');
  const response = () => shown().getByRole('region', { name: 'Response' });
  const focused = () => page.locator(':focus');

  /** Finds an operation, and opens it, by keyboard. */
  async function open(words: string) {
    await search().fill(words);
    await search().press('Enter');
    await shown().waitFor();
  }

  /** Fills in fields of an operation, executes it by keyboard, and returns what is displayed. */
  async function execute(words: string, fields: Record<string, string> = {}) {
    await open(words);
    for (const [name, value] of Object.entries(fields)) await shown().locator(`[name="${name}"]`).fill(value);
    await shown().getByRole('button', { name: 'Execute' }).press('Enter');
    await response().and(focused()).waitFor();
    const [title = '', body = '', headers = ''] = await response().locator('> *').allTextContents();
    return { title, body, headers };
  }

  const widestIn = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate('document.documentElement.scrollWidth');
  };

  it.each(['/docs', '/docs/api.md'])('show all of %s without JavaScript, and call nothing', async (path) => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(origin + path);
    const links = await plain.locator('nav a').all();
    expect(links.length).toBeGreaterThan(10);
    const last = links.at(-1);
    const target = String(await last?.getAttribute('href'));
    await last?.click();
    expect(await plain.locator(target).isVisible()).toBe(true);
    await plain.close();
  });

  it('list every operation under a name for people', async () => {
    expect((await listed()).sort()).toEqual(operationIds.sort());
    expect(await page.locator('nav h2').allTextContents()).toContain('Second factor');
  });

  it.each([
    ['2fa', ['factorCreate', 'factorConfirm', 'factorEnd', 'factorRecoveryCodes']],
    ['ical', ['calendarView']],
    ['undo', ['historyList', 'historyClear', 'historyUndo']],
    // A field of its response, and one of its body.
    ['recovery_codes_left', ['authLogin', 'authResetPassword', 'accountView', 'accountExport']],
    ['dry_run', ['budgetsImport']],
    // All words, of the method and path too.
    ['GET /openapi.JSON', ['systemOpenapi']],
    // Only from the beginning of a word.
    ['alendar', []],
  ])('find for %s only %j', async (words, found) => {
    await search().fill(words);
    expect(await listed()).toEqual(found);
    expect(await page.getByRole('status').innerText()).toBe(found.length > 0 ? '' : 'No operation found');
    await search().fill('');
    expect((await listed()).length).toBe(operationIds.length);
  });

  it.each([
    ['undo', 'historyUndo'],
    ['pdf', 'shareLinkCreate'],
  ])('open for %s and Enter %s, by its name if one has it', async (words, id) => {
    await open(words);
    expect(await shown().getAttribute('id')).toBe(id);
    await search().fill('');
  });

  it('show the operation that their address names, and go back', async () => {
    await load('#budgetsCreate');
    const title = shown().getByRole('heading', { level: 1 });
    const current = page.locator('nav [aria-current="page"]');
    expect(await title.allInnerTexts()).toEqual(['Add a budget to an event']);
    expect(await current.innerText()).toBe('Add a budget to an event');
    await page.locator('nav a[href="#summaryView"]').click();
    expect(await focused().getAttribute('id')).toBe('summaryView');
    await page.goBack();
    expect(await title.allInnerTexts()).toEqual(['Add a budget to an event']);
    await page.getByRole('link', { name: 'Reference' }).click();
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      expect.stringContaining('Event Budget Service'),
    ]);
    expect([await shown().count(), await current.count()]).toEqual([0, 0]);
  });

  it('fold the fields and the messages of errors', async () => {
    await load('#eventsCreate');
    const text = 'Event is too large (maximum is 200 KB including its budgets).';
    const message = shown().locator('li', { hasText: text });
    const error = shown().locator('summary', { hasText: '409' });
    expect(await message.isVisible()).toBe(false);
    await error.press('Enter');
    expect(await message.isVisible()).toBe(true);
    await error.press('Enter');
    expect(await message.isVisible()).toBe(false);
  });

  it.each(['/docs', '/docs#eventsCreate', '/docs/api.md'])(
    'have no barrier that axe knows at %s, in light and dark, and are as wide as the screen',
    async (path) => {
      const context = await browser.newContext({ bypassCSP: true });
      const small = await context.newPage();
      await small.goto(origin + path);
      await small.evaluate(AXE);
      const backgrounds: unknown[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await small.emulateMedia({ colorScheme });
        backgrounds.push(await small.evaluate('getComputedStyle(document.documentElement).backgroundColor'));
        for (const width of WIDTHS) {
          await small.setViewportSize({ width, height: 800 });
          expect(await small.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
        expect(axeResult.parse(await small.evaluate('axe.run()')).violations).toEqual([]);
      }
      expect(backgrounds).toEqual(['rgb(255, 255, 255)', 'rgb(21, 24, 27)']);
      await context.close();
    },
  );

  it('show each operation no wider than the screen', async () => {
    for (const operationId of operationIds) {
      await load(`#${operationId}`);
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      expect(await widestIn(320), operationId).toBe(320);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 300_000);

  it('have the search and the token in view at each width, also beside an operation', async () => {
    await load('#eventsCreate');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate('scrollTo(0, 400)');
      for (const field of [search(), token()])
        expect(await field.boundingBox()).toMatchObject({
          y: expect.toSatisfy((y: number) => y >= 0 && y < 200),
        });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  let id = '';

  it('sign up with the sample each time that they are loaded, take the token, and say so', async () => {
    for (const _ of [1, 2]) {
      await load();
      expect((await execute('sign up register')).title).toBe('Response 201');
      expect(await page.getByRole('status').innerText()).toBe(
        'The token of this response is sent with all further calls.',
      );
    }
  });

  it('create the sample event, and show its path', async () => {
    const { title, headers } = await execute('create event');
    expect(title).toBe('Response 201');
    id = /^location: \/events\/view\/(\d+)$/m.exec(headers)?.[1] ?? '';
    expect(id).not.toBe('');
  });

  it('ask for a file where none was chosen, and for ids that are missing', async () => {
    await open('import');
    const button = shown().getByRole('button', { name: 'Execute' });
    await button.press('Enter');
    expect(await focused().getAttribute('name')).toBe('event_id');
    await shown().locator('[name="event_id"]').fill(id);
    await shown().locator('[name="type"]').selectOption('text/csv');
    await button.press('Enter');
    expect(await page.evaluate('document.activeElement.validationMessage')).toBe('Choose a file');
    expect(await response().count()).toBe(0);
  });

  it('import a file, and show numbers as they came', async () => {
    const content = Buffer.from('name,amount\nBand,800.00\n');
    await shown().getByLabel('File').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: content });
    await shown().getByRole('button', { name: 'Execute' }).press('Enter');
    await response().getByRole('heading', { name: 'Response 201' }).waitFor();
    expect((await execute('get budgets list', { event_id: id })).body).toContain('"amount": 800.00,\n');
  });

  it('undo the import', async () => {
    const { body } = await execute('history newest', { event_id: id });
    const version = /"version": (\d+)/.exec(body)?.[1] ?? '';
    expect((await execute('undo write', { event_id: id, version })).title).toBe('Response 200');
    expect((await execute('get an event view', { id })).body).toContain('"budgets_count": 0');
  });

  it('send parameters and headers', async () => {
    const headers = { q: 'nothing', 'If-None-Match': '"x"' };
    await open('list events');
    await shown().locator('summary', { hasText: 'Headers' }).press('Enter');
    const { body } = await execute('list events', headers);
    expect(body).toContain('"return_count": 0');
    expect((await execute('list events', { ...headers, 'If-None-Match': '*' })).title).toBe('Response 304');
  });

  it('call with an access token, and show why it may not do this', async () => {
    await load();
    const ada = person({ email: 'docs@example.com' });
    await execute('sign up register', { body: JSON.stringify(ada) });
    const wanted = { password: ada.password, name: 'Docs', access: 'read', expires_on: dayIn(1) };
    const created = await execute('create access token', { body: JSON.stringify(wanted) });
    expect(created.title).toBe('Response 201');
    await token().fill(/"token": "([^"]+)"/.exec(created.body)?.[1] ?? '');
    expect((await execute('list events')).title).toBe('Response 200');
    const rejected = await execute('get your account');
    expect(rejected.title).toBe('Response 403');
    expect(rejected.body).toContain('"insufficient_scope"');
  });

  it('say that there was no response', async () => {
    await page.route('**/health', (route) => route.abort());
    expect(await execute('health')).toMatchObject({
      title: 'No response',
      body: expect.stringContaining('fetch'),
    });
  });

  it('contact no other host and log no other errors to the console', () => {
    const hosts = requested.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([origin]);
    // Chromium logs the rejected call, and the one without a response.
    expect(complaints.filter((line) => !/status of 403|ERR_FAILED/.test(line))).toEqual([]);
  });
});
