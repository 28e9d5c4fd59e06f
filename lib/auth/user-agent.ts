/** Small enough that an account with 30 sessions and 10 access tokens stays below 4 KB. */
export const MAX_USER_AGENT_BYTES = 20;

/** A product that only one browser names. Several browsers name the excluded ones. */
const OWN_PRODUCT = /^(?!(?:Mozilla|AppleWebKit|Gecko|Chrome|Version|Mobile|Safari|Build)\/)[\w-]+\/\d/;

/** Names of browsers whose product has another one. */
const NAMES = new Map([
  ['Edg', 'Edge'],
  ['EdgA', 'Edge'],
  ['EdgiOS', 'Edge'],
  ['OPR', 'Opera'],
  ['CriOS', 'Chrome'],
  ['FxiOS', 'Firefox'],
  ['SamsungBrowser', 'Samsung'],
  ['Version', 'Safari'],
]);

/** By the word for them, the first of which counts: Android also says "Linux", and iPhone and iPad "Mac OS X". */
const SYSTEMS = new Map([
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
]);

/** Returns the part of a `User-Agent` that identifies the client, in ASCII: "Edge/131 Windows", "curl/8.7.1". */
export function shortUserAgent(userAgent: string): string {
  const product = userAgent.startsWith('Mozilla/') ? browserOf(userAgent) : userAgent.split('(')[0]?.trim();
  const [, system] = [...SYSTEMS].find(([sign]) => userAgent.includes(sign)) ?? [];
  const short = [product, system].filter(Boolean).join(' ') || userAgent;
  return short.replaceAll(/[^ -~]/g, '?').slice(0, MAX_USER_AGENT_BYTES);
}

/** Names the browser and system, if both are among those that are known here, because anybody may send any text. */
export function knownClient(userAgent: string): string {
  const [browser] = browserOf(userAgent)?.split('/') ?? [];
  const name = [...NAMES.values()].find((known) => known === browser);
  if (!name) return 'another program';
  const [, system] = [...SYSTEMS].find(([sign]) => userAgent.includes(sign)) ?? [];
  return system ? `${name} on ${system}` : name;
}

/** Name and major version. */
function browserOf(userAgent: string): string | undefined {
  const words = userAgent.split(/[ ;()]+/);
  const [product] = [OWN_PRODUCT, /^Chrome\//, /^Version\//].flatMap(
    (pattern) => words.find((word) => pattern.test(word)) ?? [],
  );
  const [name = '', version] = product?.split(/[/.]/) ?? [];
  return product && `${NAMES.get(name) ?? name}/${version}`;
}
