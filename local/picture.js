import { chromium } from 'playwright-core';

/** `node local/picture.js LINK` makes docs/shared-page.png, which README.md shows, of the page that a link opens. */
const [, , url] = process.argv;
if (!url) throw new Error('Name the link that `npm run demo -- --keep` has printed');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 960, height: 900 }, locale: 'en-GB' });
await page.goto(url);
await page.locator('table').first().waitFor();
await page.screenshot({ path: 'docs/shared-page.png' });
await browser.close();
