import { readFileSync } from 'node:fs';

const PAGE = 'docs/operating.md';

/**
 * The address of a file in a repository as package.json names it: as text, or an object with one.
 * @param {string | { url: string } | undefined} repository
 * @param {string} file
 */
export function addressIn(repository, file) {
  const address = typeof repository === 'object' ? repository.url : repository;
  return address && `${address.replace(/^git\+|\.git$/g, '')}/blob/main/${file}`;
}

/**
 * Where alarms lead to.
 * @param {{ resolveVariable: (name: string) => Promise<string> }} configuration
 */
export async function runbook({ resolveVariable }) {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
  return (await resolveVariable("env:RUNBOOK_URL, ''")) || addressIn(repository, PAGE) || PAGE;
}
