import { existsSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../support/chromium.ts';
import { dayIn, person } from '../support/service.ts';

const isMissing = !existsSync(CHROMIUM);
if (isMissing) console.warn(`${CHROMIUM} is not installed here: the page is not tested in a browser.`);

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const axeResult = z.object({ violations: z.array(z.object({ id: z.string() })) });
const signedUp = z.object({ token: z.string() });
const created = z.object({ data: z.object({ url: z.string(), token: z.string() }) });

const HOSTILE = `<img src=x onerror="document.title='pwned'">'"</title><script>document.title='pwned'</script>`;
const EMPTY = { name: 'Empty', event_date: '2027-07-04' };

describe.skipIf(isMissing)('the page that a share link opens', () => {
  const origin = inject('origin');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let session: string;
  const requested: string[] = [];
  const complaints: string[] = [];

  const send = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
    session = signedUp.parse(await (await send('/auth/signup', person())).json()).token;
  });
  afterAll(() => browser?.close());
  afterEach(() => context?.close());

  /** Makes an event and its link. */
  async function share(event: object, budgets: object[] = [], shows = 'budgets') {
    const { headers } = await send('/events/create', { ...EMPTY, ...event });
    const path = String(headers.get('location')).replace('/view', '');
    for (const budget of budgets) expect((await send(`${path}/budgets/create`, budget)).status).toBe(201);
    const answer = await send(`${path}/share-link/create`, { expires_on: dayIn(9), shows });
    return { path, ...created.parse(await answer.json()).data };
  }

  async function open(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
    context = await browser.newContext({ locale: 'en-GB', ...options });
    page = await context.newPage();
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(url);
  }

  const shown = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const message = (text: string) => page.locator('#message', { hasText: text }).waitFor();
  const cells = (row: string) =>
    page.getByRole('row').filter({ hasText: row }).first().getByRole('cell').allTextContents();

  async function expectAccessible() {
    await page.evaluate(AXE);
    expect(axeResult.parse(await page.evaluate('axe.run()')).violations).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  }

  const BUDGETS = [
    { name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
    { name: 'Dinner', category: 'Food', amount: 1250.5, due_date: '2027-03-01' },
    { name: 'Old bill', category: 'Food', amount: 10, due_date: '2020-01-31' },
    { name: 'Gift', category: 'Family', amount: 500, kind: 'income' },
  ];

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'shows all amounts at %i in %s, without a violation of axe’s rules',
    async (width, colorScheme) => {
      const { url } = await share(
        { name: 'Party', currency: 'EUR', guests: 80, limit_amount: 2000 },
        BUDGETS,
      );
      await open(url, { viewport: { width, height: 900 }, colorScheme });
      await shown('Party');
      await page.getByText('Sunday, 4 July 2027 · 80 guests').waitFor();
      await page.getByText('€60.50 over', { exact: true }).waitFor();
      expect(await cells('Music')).toEqual(['800.00', '950.50', '150.50 over']);
      expect(await cells('Total')).toEqual(['2,060.50', '950.50', '1,110.00']);
      expect(await cells('March 2027')).toEqual(['1,250.50']);
      expect(await cells('31 Jan 2020')).toEqual(['31 Jan 2020', 'Old bill overdue', '10.00']);
      expect(await cells('Gift')).toEqual(['500.00', '0.00', '500.00']);
      await expectAccessible();
    },
  );

  it('shows no budgets with a link of categories, and no income', async () => {
    const { url } = await share({ name: 'Sums only' }, BUDGETS, 'categories');
    await open(url);
    await shown('Sums only');
    const text = await page.locator('main').innerText();
    for (const hidden of ['Band', 'Dinner', 'Gift', 'Family', 'Income']) expect(text).not.toContain(hidden);
    expect(text).toContain('Music');
    await expectAccessible();
  });

  it('says that nothing is planned yet', async () => {
    const { url } = await share({});
    await open(url);
    await page.getByText('Nothing is planned yet.').waitFor();
    await expectAccessible();
  });

  it('shows hostile names as they are', async () => {
    const event = { name: HOSTILE, description: `"total_amount":1.2345, ${HOSTILE}`, currency: 'BHD' };
    const long = 'W'.repeat(150);
    const { url } = await share(event, [
      {
        name: `${HOSTILE} ${long}`,
        category: HOSTILE.slice(0, 100),
        amount: 999_999.125,
        spent: 1_999_999.125,
      },
    ]);
    await open(url, { viewport: { width: 390, height: 900 } });
    await shown(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} – Event Budget`);
    expect(await page.locator('img, main script').count()).toBe(0);
    // Its three digits, although a text has four.
    expect(await page.locator('main').innerText()).toContain('999,999.125');
    await expectAccessible();
  });

  it.each([
    ['de-DE', 'EUR', '1.234,50'],
    ['en-US', 'JPY', '1,235'],
    ['fr-FR', undefined, '1 234,50'],
  ])('has numbers as readers of %s know them', async (locale, currency, amount) => {
    const digits = currency === 'JPY' ? 1_235 : 1_234.5;
    const { url } = await share({ name: 'Numbers', ...(currency && { currency }) }, [
      { name: 'One', category: 'Kind', amount: digits },
    ]);
    await open(url, { locale });
    await shown('Numbers');
    const [planned = ''] = await cells('Kind');
    expect(planned.replaceAll(/\s/g, ' ')).toBe(amount);
  });

  it('asks for the link if it has none, and takes it whole, or its token with white space', async () => {
    const { url, token } = await share({ name: 'Pasted' });
    for (const pasted of [url, `\u00a0${token.replace(/.{40}/g, '$&\u200b ')} `, url.replace('#', '%23')]) {
      await open(`${origin}/shared`);
      const field = page.getByLabel('Link or token');
      await field.fill('ebs_0');
      await page.getByRole('button', { name: 'Show the budget' }).click();
      expect(await field.evaluate((input) => input.matches(':invalid'))).toBe(true);
      await field.fill(pasted);
      await field.press('Enter');
      await shown('Pasted');
      expect(page.url()).toBe(url);
      await context.close();
    }
  });

  it('opens a link whose # was encoded, and takes the token out of the path', async () => {
    const { url } = await share({ name: 'Rewritten' });
    await open(url.replace('#', '%23'));
    await shown('Rewritten');
    expect(page.url()).toBe(url);
  });

  it('says that a link has ended, and shows nothing of its event', async () => {
    const { url, path } = await share({ name: 'Ended' });
    expect((await send(`${path}/share-link/end`, {})).status).toBe(200);
    await open(url);
    await message('This link is wrong, or it has ended.');
    expect(await page.locator('body').innerText()).not.toContain('Ended');
    expect(await page.getByLabel('Link or token').isVisible()).toBe(true);
    await expectAccessible();
  });

  it.each([
    ['abort', 'The service can’t be reached. Are you online?'],
    [503, 'The service is busy. Try again in a moment.'],
    [429, 'The service is busy. Try again in a moment.'],
  ] as const)('can be tried again after %s', async (fault, text) => {
    const { url } = await share({ name: 'Back again' });
    await open('about:blank');
    await page.route('**/shared-event', (route) =>
      fault === 'abort' ? route.abort() : route.fulfill({ status: fault, body: '{}' }),
    );
    await page.goto(url);
    await message(text);
    await page.unroute('**/shared-event');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown('Back again');
  });

  it('prints in black on white even for a reader in the dark, without its buttons', async () => {
    const { url } = await share({ name: 'Printed' }, BUDGETS);
    await open(url, { colorScheme: 'dark' });
    await shown('Printed');
    await page.emulateMedia({ media: 'print' });
    const paper = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(paper).toBe('rgb(255, 255, 255)');
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  });

  it('prints 60 budgets on two pages of A4', async () => {
    const { url, path } = await share({ name: 'Long', currency: 'EUR', limit_amount: 90_000 });
    const rows = Array.from({ length: 60 }, (_, n) => {
      const day = n % 3 === 0 ? '' : `2027-0${1 + (n % 6)}-10`;
      return `Marquee with floor ${n},Category ${n % 10},${1_000 + n},${n % 3 === 1 ? 1_000 + n : 0},${day}`;
    });
    const imported = await fetch(`${origin}${path}/budgets/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${session}` },
      body: ['name,category,amount,spent,due_date', ...rows].join('\n'),
    });
    expect(imported.status).toBe(201);
    await open(url);
    await page.getByRole('heading', { name: 'All budgets' }).waitFor();
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(printed.match(/\/MediaBox \[0 0 59[45][^\]]*84[12][^\]]*\]/g)).toHaveLength(2);
  });

  it('asks no other host, sends no token in an address, and logs no error', () => {
    const urls = requested.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url));
    expect([...new Set(urls.map((url) => url.origin))]).toEqual([origin]);
    const named = urls.filter(({ pathname, search }) => `${pathname}${search}`.includes('ebs_'));
    // The gateway that encoded the # did that.
    expect(named.map(({ pathname }) => pathname.slice(0, 10))).toEqual(['/shared%23']);
    expect(complaints).toEqual([]);
  });
});
