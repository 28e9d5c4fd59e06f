import { expect, it } from 'vitest';
import { addressIn, runbook } from '../../resources/runbook.js';

it('alarms lead to RUNBOOK_URL', async () => {
  const RUNBOOK_URL = 'https://wiki.example.org/runbook';
  expect(await runbook({ resolveVariable: async () => RUNBOOK_URL })).toBe(RUNBOOK_URL);
});

it('without it, alarms lead to the page in the repository of package.json, if that names one', async () => {
  const page = 'https://github.com/you/service/blob/main/docs/operating.md';
  const file = 'docs/operating.md';
  expect(addressIn('https://github.com/you/service', file)).toBe(page);
  expect(addressIn({ url: 'git+https://github.com/you/service.git' }, file)).toBe(page);
  expect(addressIn(undefined, file)).toBeUndefined();
  expect(await runbook({ resolveVariable: async () => '' })).toBe(file);
});
