import { expect, it } from 'vitest';
import { pageIn, runbook } from '../../resources/runbook.js';

it('alarms lead to RUNBOOK_URL', async () => {
  const RUNBOOK_URL = 'https://wiki.example.org/runbook';
  expect(await runbook({ resolveVariable: async () => RUNBOOK_URL })).toBe(RUNBOOK_URL);
});

it('without it, alarms lead to the page in the repository of package.json, if that names one', async () => {
  const page = 'https://github.com/you/service/blob/main/docs/operating.md';
  expect(pageIn('https://github.com/you/service')).toBe(page);
  expect(pageIn({ url: 'git+https://github.com/you/service.git' })).toBe(page);
  expect(pageIn(undefined)).toBe('docs/operating.md');
  expect(await runbook({ resolveVariable: async () => '' })).toBe('docs/operating.md');
});
