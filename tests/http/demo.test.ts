import { beforeAll, describe, expect, inject, it } from 'vitest';
import { operations } from '../support/contract.ts';
import { runDemo } from '../support/offline.ts';

describe('npm run demo', () => {
  let demo: ReturnType<typeof runDemo>;
  beforeAll(() => {
    demo = runDemo(inject('serviceFolder'), inject('origin'));
  });

  it('calls endpoints of every subject, and each call succeeds', () => {
    const { status, calls } = demo;
    expect(calls.filter(({ code }) => code >= 300)).toEqual([]);
    const called = calls.flatMap(({ name }) =>
      operations.filter(({ pattern }) => pattern.test(name.replace(/\?.*/, ''))),
    );
    const subjectsOf = (of: typeof operations) => new Set(of.map(({ tag }) => tag));
    expect(subjectsOf(called)).toEqual(subjectsOf(operations));
    expect(status).toBe(0);
  });

  it('ends with how many calls it made, and leaves no account', () => {
    const { stdout, calls } = demo;
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      `${calls.length} calls, all succeeded. The demo deleted its accounts and events.`,
    );
    const named = (name: string) => calls.filter((made) => made.name === `POST /${name}`).length;
    expect(named('account/delete')).toBe(named('auth/signup'));
  });

  it('has a script import a file by an access token, and nothing else', () => {
    const [, script = ''] = /\nAda's script:\n([\s\S]*?)\nAda:\n/.exec(demo.stdout) ?? [];
    expect(script.match(/^(GET|POST) .*/gm)).toEqual([
      expect.stringMatching(/^POST \S+\/budgets\/import\?dry_run=true -> 200$/),
      expect.stringMatching(/^POST \S+\/budgets\/import -> 201$/),
      expect.stringMatching(/^GET \S+\/budgets\/export -> 200$/),
    ]);
  });

  it('prints a line for each call, without a token', () => {
    expect(demo.stdout).not.toMatch(/eyJ|eb[cst]_/);
    expect(Math.max(...demo.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(130);
  });

  it('leaves its wedding if it is to keep it, and ends with the address of its page', async () => {
    const { status, stdout } = runDemo(inject('serviceFolder'), inject('origin'), '--keep');
    expect(status).toBe(0);
    const [, token = ''] = /\/shared#token=(ebs_\w+)$/.exec(stdout.trimEnd()) ?? [];
    const answer = await fetch(`${inject('origin')}/shared-event`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Wedding of Ada')]);
  });

  it('prints the summary of a wedding as a table, with what is to pay and what is overdue', () => {
    const { stdout } = demo;
    expect(stdout).toMatch(/^ +Planned +Spent +To pay +Income$/m);
    expect(stdout).toMatch(/^Food +2600\.00 +600\.00 +2000\.00 +$/m);
    expect(stdout).toMatch(/^Total +7880\.00 +2500\.00 +5380\.00 +2500\.00$/m);
    expect(stdout).toContain('Of the limit of 8000.00, 120.00 are left.');
    expect(stdout).toMatch(/^Cards +Letterpress +180\.00 +[\d-]{10} +overdue$/m);
    expect(stdout.match(/^Dinner +Ada & Co\. +1000\.00 +[\d-]{10} *$/gm)).toHaveLength(2);
    expect(stdout.match(/overdue$/gm)).toHaveLength(1);
  });
});
