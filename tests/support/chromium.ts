import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright-core';
import { describe } from 'vitest';

const executablePath = '/usr/bin/chromium';
const isMissing = !existsSync(executablePath);
if (isMissing) console.warn(`${executablePath} is not installed here: no page is tested in a browser.`);

export const describeInBrowser = describe.skipIf(isMissing);

export const launchChromium = (options: LaunchOptions = {}) =>
  chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
    ...options,
  });
