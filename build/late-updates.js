import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const QUARTER_MS = 92 * 24 * 60 * 60 * 1_000;

/** @param {string} version */
const numbersOf = (version) => version.split('.').map(Number);

/** @param {string} one @param {string} other */
function isNewer(one, other) {
  const others = numbersOf(other);
  const difference = numbersOf(one).map((number, n) => number - (others[n] ?? 0));
  return (difference.find((each) => each !== 0) ?? 0) > 0;
}

/**
 * The versions after the installed one that were published more than a quarter ago.
 * @param {string} installed @param {Record<string, string>} times when each version was published
 */
export const lateUpdates = (installed, times, now = Date.now()) =>
  Object.entries(times)
    .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version) && isNewer(version, installed))
    .filter(([, time]) => Date.parse(time) + QUARTER_MS < now)
    .map(([version]) => version);

/** Fails if a deployed package lacks an update that is older than a quarter: SECURITY.md promises to install it. */
function main() {
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, installed] of Object.entries(dependencies)) {
    const times = JSON.parse(execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' }));
    const [late] = lateUpdates(installed, times);
    if (late === undefined) continue;
    console.error(`${name} ${installed} is late: the update ${late} is older than a quarter.`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
