import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { REMEMBERED_WRITES } from '../../../lib/dynamodb/marks.ts';
import { call } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, person } from '../../support/service.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '500';
});

const { signup, login, logout, updateAccount, viewAccount, changePassword, deleteAccount } = endpoints;
const gate = await gateToDatabase();

const names = z.object({ first_name: z.string(), last_name: z.string() });

let ada: ReturnType<typeof person>;
let token: string;
beforeEach(async () => {
  ada = person();
  token = String((await call(signup.handler, { body: ada })).body.token);
});

const rename = (first_name: string, of = token) =>
  call(updateAccount.handler, { token: of, body: { first_name } });
const firstName = async (of = token) =>
  names.parse((await call(viewAccount.handler, { method: 'GET', token: of })).body.data).first_name;
const logIn = async () =>
  String((await call(login.handler, { body: { username: ada.email, password: ada.password } })).body.token);

/** Other changes of the names, one after the other. */
async function others(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) expect((await rename(`Other ${n}`)).status).toBe(200);
}

/** Holds the first attempt of the next update, so that the SDK sends it again. Returns what lets it arrive. */
function holdFirstAttempt(): () => Promise<string> {
  const held: DatabaseRequest[] = [];
  gate.before = (request) => {
    if (request.operation !== 'UpdateItem' || held.length > 0) return undefined;
    held.push(request);
    return new Promise(() => undefined);
  };
  return async () => {
    gate.open();
    const answers = await Promise.all(held.map(({ execute }) => execute()));
    return answers.map(({ text }) => text).join();
  };
}

describe('an update of the names whose first attempt arrives late', () => {
  it.each([1, 2, REMEMBERED_WRITES - 1])('does not undo %d later ones', async (count) => {
    const arrive = holdFirstAttempt();
    expect((await rename('Old name')).status).toBe(200);
    expect(await firstName()).toBe('Old name');
    await others(count);
    expect(await arrive()).toContain('ConditionalCheckFailed');
    expect(await firstName()).toBe(`Other ${count}`);
  });

  it('changes nothing after a deletion of the account', async () => {
    const arrive = holdFirstAttempt();
    expect((await rename('Old name')).status).toBe(200);
    gate.open();
    const { status } = await call(deleteAccount.handler, { token, body: { password: ada.password } });
    expect(status).toBe(200);
    expect(await arrive()).toContain('ConditionalCheckFailed');
  });
});

describe('an update of the names whose response is lost', () => {
  /** Loses the response to the next update, after other calls. */
  function loseNext(meanwhile: () => Promise<unknown> = async () => undefined): void {
    gate.after = async ({ operation }) => {
      if (operation !== 'UpdateItem') return undefined;
      gate.open();
      await meanwhile();
      return 'lose';
    };
  }

  it.each([0, 1, REMEMBERED_WRITES - 1])(
    'responds 200, and is done once, before %d others',
    async (count) => {
      loseNext(() => others(count));
      expect((await rename('Grace')).status).toBe(200);
      expect(await firstName()).toBe(count === 0 ? 'Grace' : `Other ${count}`);
    },
  );

  it('responds 200 also if its session has ended since', async () => {
    const other = await logIn();
    loseNext(() => call(logout.handler, { token }));
    expect((await rename('Grace')).status).toBe(200);
    expect(await firstName(other)).toBe('Grace');
  });
});

describe('an update of the names whose first attempt never arrived', () => {
  /** Loses the next update itself, after other calls. */
  function dropNext(meanwhile: () => Promise<unknown>): void {
    gate.before = async ({ operation }) => {
      if (operation !== 'UpdateItem') return undefined;
      gate.open();
      await meanwhile();
      return 'lose';
    };
  }

  it('is done by the second one', async () => {
    dropNext(() => others(1));
    expect((await rename('Grace')).status).toBe(200);
    expect(await firstName()).toBe('Grace');
  });

  it('responds 401 if its session has ended since, and changes nothing', async () => {
    const other = await logIn();
    const body = { password: ada.password, new_password: 'a fair new passphrase' };
    dropNext(() => call(changePassword.handler, { token: other, body }));
    expect((await rename('Grace')).status).toBe(401);
    expect(await firstName(other)).toBe('Ada');
  });
});
