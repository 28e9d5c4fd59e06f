import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs a script of an operator, without credentials. */
const run = (script: string, args: string[] = [], input = '') => {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nowhere',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'eu-central-1',
  };
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env, input });
};

it('the upgrade says in one line that it has no credentials', () => {
  const { status, stdout, stderr } = run('build/upgrade.ts', ['--stage', 'prod']);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'Not all events of prod are upgraded. Run it again when this is solved: Could not load credentials from any providers\n',
  });
});

it('the check of a table says in one line what it needs', () => {
  const { status, stdout, stderr } = run('build/check-table.ts');
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'This needs the output of aws dynamodb scan as its input\n',
  });
});

it('the check of a table takes the output of a scan', () => {
  const { status, stdout } = run('build/check-table.ts', [], '{"Items":[]}');
  expect({ status, stdout }).toEqual({ status: 0, stdout: '0 items, 0 halves.\n' });
});

const ACCOUNT = '5bf52c42-617d-4fcd-b00f-7b9d735a43b4';
const AGAIN = 'Stopped. Run it again when this is solved: Could not load';
const AT = ['--at', '2026-11-20T12:00:00Z'];

it.each([
  ['build/restore.ts', AT, 'Name the stage: npm run restore'],
  ['build/restore.ts', ['--stage', 'prod'], 'Name the time, with its zone: '],
  ['build/restore.ts', ['--stage', 'prod', '--at', '2026-11-20 12:00'], 'Name the time, with its zone: '],
  ['build/restore.ts', ['--stage', 'prod', ...AT, '--item', 'PERSON#x'], 'Name the key of one item: '],
  ['build/restore.ts', ['--stage', 'prod', ...AT, 'PERSON#x', 'ACCOUNT'], 'Name the key of one item: '],
  ['build/restore.ts', ['--stage', 'prod', ...AT, '--now'], "Unknown option '--now'"],
  ['build/restore.ts', ['--stage', 'prod', ...AT], AGAIN],
  ['build/check-stage.ts', [], 'Name the stage: npm run check:stage'],
  ['build/check-stage.ts', ['--stage', 'dev'], "dev can't be read. Could not load credentials"],
  [
    'build/account.ts',
    ['delete', '--stage', 'prod', 'ada'],
    'Give the id of an account: npm run delete-account -- ',
  ],
  ['build/account.ts', ['delete', '--stage', 'prod', ACCOUNT], AGAIN],
  ['build/account.ts', ['export', '--stage', 'prod', ACCOUNT], AGAIN],
  ['build/end-link.ts', ['--stage', 'prod', 'ada'], 'Give the id of the link: '],
  ['build/end-link.ts', ['--stage', 'prod', '9f86d081884c7d65'], AGAIN],
])('%s %j says in one line what it needs', (script, args, message) => {
  const { status, stdout, stderr } = run(script, args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^ {4}at /m);
});

it('the run under AWS’s emulator says in one line what it needs', () => {
  const args = ['tests/package/lambda.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: '' } });
  expect(status).toBe(69);
  expect(stderr).toMatch(/^npm run lambda, which is no part of npm test, needs (go, [^\n]+|Linux)\.\n$/);
});
