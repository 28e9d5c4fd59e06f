import { expect, it } from 'vitest';
import { MAX_USER_AGENT_BYTES, shortUserAgent } from '../../../lib/auth/user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`;
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;

const CHROME = 'Chrome/131.0.0.0 Safari/537.36';
const MOBILE = 'Chrome/131.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'rv:133.0) Gecko/20100101 Firefox/133.0';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1';

const BROWSERS = [
  [WINDOWS, 'Chrome/131 Windows'],
  [`${WINDOWS} Edg/131.0.0.0`, 'Edge/131 Windows'],
  [`${WINDOWS} OPR/116.0.0.0`, 'Opera/116 Windows'],
  [`${WINDOWS} Vivaldi/7.0.3495.18`, 'Vivaldi/7 Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64; ${FIREFOX}`, 'Firefox/133 Windows'],
  [`${MAC} Version/18.1.1 Safari/605.1.15`, 'Safari/18 macOS'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} ${CHROME}`, 'Chrome/131 macOS'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; ${FIREFOX}`, 'Firefox/133 macOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} ${CHROME}`, 'Chrome/131 Linux'],
  [`Mozilla/5.0 (X11; Ubuntu; Linux x86_64; ${FIREFOX}`, 'Firefox/133 Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} ${CHROME}`, 'Chrome/131 ChromeOS'],
  [`${ANDROID} ${MOBILE}`, 'Chrome/131 Android'],
  [`${ANDROID} ${MOBILE} EdgA/131.0.0.0`, 'Edge/131 Android'],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung/27 Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox/133 Android'],
  [`${IPHONE} Version/18.1.1 Mobile/15E148 Safari/604.1`, 'Safari/18 iPhone'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome/131 iPhone'],
  [`${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox/133 iPhone'],
  [`${IPHONE} Version/18.0 EdgiOS/131.0.2903.48 Mobile/15E148 Safari/604.1`, 'Edge/131 iPhone'],
  [IPAD, 'Safari/17 iPad'],
  // What there is, without a name of its own.
  [`${IPHONE} Mobile/15E148`, 'iPhone'],
  [`${ANDROID.replace('K', 'K Build/13; wv')} Version/4.0 ${MOBILE}`, 'Chrome/131 Android'],
  ['Mozilla/5.0', 'Mozilla/5.0'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot/2'],
] as const;

it.each(BROWSERS)('of the browser %s, its name, major version and system stay: %s', (userAgent, short) => {
  expect(shortUserAgent(userAgent)).toBe(short);
  expect(short.length).toBeLessThan(MAX_USER_AGENT_BYTES);
});

it.each([
  ['curl/8.7.1', 'curl/8.7.1'],
  ['node', 'node'],
  ['python-requests/2.32.3', 'python-requests/2.32'],
  ['Event Planner 1.0', 'Event Planner 1.0'],
  ['MyApp/1.2.3 (iPhone; iOS 18.1)', 'MyApp/1.2.3 iPhone'],
  ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A)', 'Dalvik/2.1.0 Android'],
  ['Dart/3.5 (dart:io)', 'Dart/3.5'],
  ['(unknown)', '(unknown)'],
  ['', ''],
])('of another client %j, its product and version stay: %j', (userAgent, short) => {
  expect(shortUserAgent(userAgent)).toBe(short);
});

it.each([
  ['Café/1\u0000', 'Caf?/1?'],
  ['x'.repeat(10_000), 'x'.repeat(MAX_USER_AGENT_BYTES)],
  ['😀'.repeat(100), '?'.repeat(MAX_USER_AGENT_BYTES)],
  [`Mozilla/5.0 ${'x'.repeat(100)}/1 Windows`, 'x'.repeat(MAX_USER_AGENT_BYTES)],
])('%j becomes ASCII, and is cut', (userAgent, short) => {
  expect(shortUserAgent(userAgent)).toBe(short);
});
