import { readFileSync } from 'node:fs';

const PAGE = 'docs/operating.md';
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const address = String(repository?.url ?? repository ?? '').replace(/^git\+|\.git$/g, '');

/** Where alarms lead to: the page in the repository that package.json names. */
export const runbook = address === '' ? PAGE : `${address}/blob/main/${PAGE}`;
