import { readFileSync } from 'node:fs';

const PAGE = 'docs/operating.md';

/**
 * The page in a repository as package.json names it: an address, or an object with one.
 * @param {string | { url: string } | undefined} repository
 */
export function pageIn(repository) {
  const address = typeof repository === 'object' ? repository.url : repository;
  return address ? `${address.replace(/^git\+|\.git$/g, '')}/blob/main/${PAGE}` : PAGE;
}

/**
 * Where alarms lead to.
 * @param {{ resolveVariable: (name: string) => Promise<string> }} configuration
 */
export async function runbook({ resolveVariable }) {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
  return (await resolveVariable("env:RUNBOOK_URL, ''")) || pageIn(repository);
}
