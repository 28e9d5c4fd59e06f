import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { describeInBrowser, launchChromium } from '../support/chromium.ts';
import { dayIn, person } from '../support/service.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const axeResult = z.object({ violations: z.array(z.object({ id: z.string() })) });
const signedUp = z.object({ token: z.string() });
const created = z.object({ data: z.object({ url: z.string(), token: z.string() }) });

const HOSTILE = `<img src=x onerror="document.title='pwned'">'"</title><script>document.title='pwned'</script>`;
type ShownBudget = { name: string; payments?: object[]; [field: string]: unknown };
const EMPTY = { name: 'Empty', event_date: '2027-07-04' };

describeInBrowser('the page that a share link opens', () => {
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
    browser = await launchChromium();
    session = signedUp.parse(await (await send('/auth/signup', person())).json()).token;
  });
  afterAll(() => browser?.close());
  afterEach(() => context?.close());

  async function create(path: string, body: object) {
    const answer = await send(path, body);
    expect(answer.status).toBe(201);
    return String(answer.headers.get('location')).replace('/view', '');
  }

  /** Makes an event and its link. */
  async function share(event: object, budgets: ShownBudget[] = [], link: object = {}) {
    const path = await create('/events/create', { ...EMPTY, ...event });
    for (const { payments = [], ...budget } of budgets) {
      const created = await create(`${path}/budgets/create`, budget);
      for (const payment of payments) await create(`${created}/payments/create`, payment);
    }
    const answer = await send(`${path}/share-link/create`, { expires_on: dayIn(9), ...link });
    return { path, ...created.parse(await answer.json()).data };
  }

  async function open(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
    context = await browser.newContext({ locale: 'en-GB', ...options });
    // As long as a test: Playwright gives up after 30 seconds.
    context.setDefaultTimeout(60_000);
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

  const styleOf = async (selector: string, property: string) =>
    String(await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`));

  /** Of all parts of the bar to the ground, which is between them, too: 3 : 1 at least. */
  async function expectContrast() {
    const luminanceOf = async (selector: string, property: string) => {
      const parts = (await styleOf(selector, property)).match(/\d+/g) ?? [];
      const [r = 0, g = 0, b = 0] = parts.map((part) => (Number(part) / 255) ** 2.2);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const ground = await luminanceOf('html', 'backgroundColor');
    const filled = ['.spent', '.beyond'].map((part) => luminanceOf(`.bar ${part}`, 'backgroundColor'));
    const outlined = ['.left', '.over', '.limit'].map((part) =>
      luminanceOf(`.bar ${part}`, 'borderLeftColor'),
    );
    for (const luminance of await Promise.all([...filled, ...outlined]))
      expect(Math.max(luminance / ground, ground / luminance)).toBeGreaterThan(3);
    expect(await styleOf('#event > .bar', 'columnGap')).toBe('2px');
  }

  const rows = (table: string) =>
    page
      .getByRole('table', { name: table })
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map(({ children }) => Array.from(children, ({ textContent }) => textContent).join('|')),
      );

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
        { show_owner: true },
      );
      await open(url, { viewport: { width, height: 900 }, colorScheme });
      await shown('Party');
      await page.getByText('Sunday, 4 July 2027 · Guests: 80 · From Ada Lovelace', { exact: true }).waitFor();
      await page.getByText('The link works until ').waitFor();
      await expectContrast();
      expect(await page.locator('.lead').textContent()).toBe(
        '€1,260.50 still to pay. Next: €10.00 for Old bill, overdue since 31 January 2020. €60.50 over the limit.',
      );
      expect(await page.locator('.sums small').allTextContents()).toEqual([
        '€150.50 of it because some items cost more than planned',
        '€60.50 over',
      ]);
      await page.getByText('Income: €500.00 expected, €0.00 of it received').waitFor();
      expect((await rows('By category'))[0]).toBe('Music€150.50 more than planned|800.00|950.50|paid');
      expect(await rows('Still to pay')).toEqual([
        '31 Jan 2020|Old billoverdue|10.00',
        '1 Mar 2027|Dinner|1,250.50',
      ]);
      expect(await cells('Gift')).toEqual(['500.00', '–', '500.00']);
      await expectAccessible();
    },
  );

  it('shows no budgets with a link of categories, and no income', async () => {
    const { url } = await share({ name: 'Sums only' }, BUDGETS, { shows: 'categories' });
    await open(url);
    await shown('Sums only');
    const text = await page.locator('main').innerText();
    for (const hidden of ['Band', 'Dinner', 'Gift', 'Family', 'Income']) expect(text).not.toContain(hidden);
    expect(text).toContain('Music');
    await expectAccessible();
  });

  it('shows of each line what is still to pay as the service counts it', async () => {
    const { url } = await share({ name: 'In parts' }, [
      { name: 'None', category: 'Kind', amount: 100, spent: 30 },
      { name: 'Overpaid', category: 'Kind', amount: 100, spent: 150 },
      {
        name: 'Some',
        category: 'Kind',
        amount: 1_000,
        payments: [{ amount: 200, paid_on: '2026-01-01' }, { amount: 500.1 }],
      },
      {
        name: 'Too many',
        category: 'Kind',
        amount: 100,
        payments: [{ amount: 90, paid_on: '2026-01-01' }, { amount: 60 }],
      },
    ]);
    await open(url);
    await shown('In parts');
    const left = (await rows('All items')).map((row) => row.split('|').at(-1));
    expect(left).toEqual(['930.00', '70.00', 'paid', '800.00', '60.00']);
  });

  it('says that nothing is planned yet', async () => {
    const { url } = await share({});
    await open(url);
    await page.getByText('Nothing is planned yet.').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Budget shown');
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

  it('asks again for a link that was wrong before', async () => {
    const { url } = await share({ name: 'Later' });
    await open('about:blank');
    await page.route('**/shared-event?*', (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.goto(url);
    await message('This link is wrong, or it has ended.');
    await page.unroute('**/shared-event?*');
    await page.getByLabel('Link or token').fill(url);
    await page.getByRole('button', { name: 'Show the budget' }).click();
    await shown('Later');
    expect(await page.getByLabel('Link or token').isVisible()).toBe(false);
  });

  const UNREACHED = 'The budget can’t be loaded. Are you online?';
  it.each<[string, (route: Route) => Promise<void> | undefined, string]>([
    ['no network', (route) => route.abort(), UNREACHED],
    ['no response', () => undefined, UNREACHED],
    ['the page of a Wi-Fi', (route) => route.fulfill({ body: '<html>Log in' }), UNREACHED],
    ['other JSON', (route) => route.fulfill({ body: '{}' }), UNREACHED],
    ['503', (route) => route.fulfill({ status: 503 }), 'The service is busy. Try again in a moment.'],
    ['429', (route) => route.fulfill({ status: 429 }), 'The service is busy. Try again in a moment.'],
  ])('can be tried again after %s', async (_, respond, text) => {
    const { url } = await share({ name: 'Back again' });
    await open('about:blank');
    await page.addInitScript(`
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === 20_000 && !window.isPatient ? 300 : ms);
    `);
    await page.route('**/shared-event?*', (route) => respond(route));
    await page.goto(url);
    await message(text);
    await page.unroute('**/shared-event?*');
    await page.evaluate('window.isPatient = true');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown('Back again');
  });

  it('works in a browser without Map.groupBy', async () => {
    const { url } = await share({ name: 'Older' }, BUDGETS);
    await open('about:blank');
    await page.addInitScript('delete Map.groupBy');
    await page.goto(url);
    await shown('Older');
  });

  it('prints without the address, which has the token', async () => {
    const { url } = await share({ name: 'On paper' });
    await open('about:blank');
    await page.addInitScript('window.print = () => { window.printed = location.href; }');
    await page.goto(url);
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('window.printed')).toBe(`${origin}/shared`);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(page.url()).toBe(url);
    await shown('On paper');
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

  /** Makes an event of many items. */
  async function shareMany(name: string, count: number) {
    const { url, path } = await share({ name, currency: 'EUR', limit_amount: 90_000 });
    const lines = Array.from({ length: count }, (_, n) => {
      const day = n % 3 === 0 ? '' : `2027-0${1 + (n % 6)}-10`;
      return `Marquee with floor ${n},Category ${n % 10},${1_000 + n},${n % 3 === 1 ? 1_000 + n : 0},${day}`;
    });
    const imported = await fetch(`${origin}${path}/budgets/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${session}` },
      body: ['name,category,amount,spent,due_date', ...lines].join('\n'),
    });
    expect(imported.status).toBe(201);
    return url;
  }

  it('prints 60 items on three pages of A4, and has buttons to their sections', async () => {
    const url = await shareMany('Long', 60);
    await open(url);
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.getByRole('button', { name: 'All items' }).press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('all-items');
    expect(page.url()).toBe(url);
    const printed = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(printed.match(/\/MediaBox/g)).toHaveLength(3);
    await page.emulateMedia({ media: 'print' });
    // A heading needs that height, so that rows follow it. Its table repeats the names of columns.
    expect((await page.getByRole('heading', { name: 'All items' }).boundingBox())?.height).toBeGreaterThan(
      110,
    );
    expect(await styleOf('#all-items', 'breakInside')).toBe('avoid');
    expect(await styleOf('#all-items + table thead', 'display')).toBe('table-header-group');
  });

  it('has each of 500 items on a line or two of a phone, and the names of columns above them', async () => {
    await open(await shareMany('Longer', 500), { viewport: { width: 390, height: 844 } });
    await shown('Longer');
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(50_000);
    await page.evaluate("document.querySelector('#all-items + table').scrollIntoView(); scrollBy(0, 900)");
    const head = await page.locator('#all-items + table thead th').first().boundingBox();
    expect(head?.y).toBe(0);
  });

  it.each([
    ['de-AT', 'de-AT', 'ltr', 'Noch zu zahlen: € 1.260,50.', 'Drucken'],
    ['ja', 'ja', 'ltr', '未払い：€1,260.50。', '印刷'],
    ['ar', 'ar', 'rtl', 'المتبقي للدفع: ', 'طباعة'],
    ['cs-CZ', 'en', 'ltr', '€1,260.50 still to pay.', 'Print'],
  ])('is in the language of a reader of %s, or English', async (locale, lang, dir, sentence, print) => {
    const { url } = await share({ name: 'Words', currency: 'EUR' }, BUDGETS);
    const before = requested.length;
    await open(url, { locale, viewport: { width: 320, height: 900 } });
    await shown('Words');
    const [root] = await page.locator('html').evaluateAll((all) => all.map((each) => [each.lang, each.dir]));
    expect(root).toEqual([lang, dir]);
    const lead = (await page.locator('.lead').textContent()) ?? '';
    expect(lead.replaceAll(/\s/g, ' ')).toContain(sentence);
    await page.getByRole('button', { name: print }).waitFor();
    // Data of the icon are no request.
    expect(requested.slice(before).filter((each) => each.startsWith('http')).length).toBeLessThanOrEqual(7);
    await expectAccessible();
  });

  it('begins at the edge of the page’s language, whatever the language of the event', async () => {
    const { url } = await share({ name: 'החתונה', description: 'בגן הישן.' });
    await open(url);
    await shown('החתונה');
    const lefts = await page
      .locator('h1 bdi, .facts, .about bdi')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
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
