import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exists, Update } from '../../lib/dynamodb/changes.ts';
import type { Path } from '../../lib/dynamodb/expression.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { clientOf, newVerifiedClient, nobody } from '../support/client.ts';
import { commandsOf, run } from '../support/documents.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { codeOf, createFactor } from '../support/factor.ts';
import { takeInvocations } from '../support/lambda.ts';
import { type Member, newMember, resetTokenOf, tokenMailedTo } from '../support/mail.ts';
import { accountIdOf, newAccessToken, person } from '../support/service.ts';
import { accept, ageOffer, newShareLink, offer, verify, viewShared } from '../support/sharing.ts';

afterEach(resetVariables);

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The table of the guide, with the names of columns first. */
const [, table = ''] = /\n(\| After [\s\S]*?)\n\n/.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
const [columns, , ...rows] = table.split('\n').map(cellsOf);

const NEW_PASSWORD = 'a fair new passphrase';
const [block, unblock] = commandsOf('Block an account');

/** Somebody with whatever an account can give away, and a second factor if its codes are needed. */
async function newHolder(hasFactor: boolean) {
  const ada = await newMember();
  await verify(ada.token);
  const codes = hasFactor ? await recoveryCodesOf(ada) : [];
  // With a newer one, no event can be offered.
  if (hasFactor) await setInAccount(ada.token, ['factor', 's'], Date.now() - 8 * 86_400_000);
  const known = () => ({ password: ada.password, code: codes.pop() });
  const grace = await newVerifiedClient();
  const [shown, offered] = [await ada.newEvent(), await ada.newEvent()];
  const { body } = await ada.login({ username: ada.email, ...known() });
  const newAddressToken = async () => {
    const { email } = person();
    takeInvocations();
    await ada.changeEmail({ email, ...known() });
    return tokenMailedTo(email);
  };
  const [program, calendar] = [
    await newAccessToken(ada.token, known()),
    await newAccessToken(ada.token, { ...known(), access: 'calendar' }),
  ];
  const link = await newShareLink(ada.token, { event_id: shown.id });
  const answer = await offer(ada.token, offered, grace.email, known());
  await ageOffer(ada.token, offered, 24);
  const { id: offerId } = z.object({ id: z.int() }).parse(answer.body.data);
  takeInvocations();
  const mailed = { reset: await resetTokenOf(ada.email), change: await newAddressToken() };

  const other = clientOf(String(body.token));
  const isConfirmable = async (token: string) => (await nobody.verifyEmail({ token })).status === 403;
  /** By column, which of it works. Only an offer is used up by that. */
  const works: Record<string, () => Promise<boolean[]>> = {
    'this session': async () => [(await ada.list()).status === 200],
    'other sessions': async () => [(await other.list()).status === 200],
    'access tokens, calendars': async () => [
      (await clientOf(program.token).list()).status === 200,
      (await nobody.viewCalendar({ token: calendar.token })).status === 200,
    ],
    'share links, offers': async () => {
      const { status } = await viewShared(link.token);
      const login = await nobody.login({ username: grace.email, password: grace.password });
      return [status === 200, (await accept(String(login.body.token), String(offerId))).status === 200];
    },
    'links to reset': async () => {
      // It is rejected, but only if the link works.
      const { codes } = await nobody.resetPassword({ token: mailed.reset, password: 'ada-1815' });
      return [String(codes[1]).startsWith('password ')];
    },
    'links to change': async () => [await isConfirmable(mailed.change)],
    'links to verify': async () => [await isConfirmable(ada.verification)],
  };
  return { ada, known, newAddressToken, works };
}

type Holder = Awaited<ReturnType<typeof newHolder>>;

async function setInAccount(token: string, path: Path, value: unknown): Promise<void> {
  const update = new Update(accountKey(accountIdOf(token))).require(exists(path)).set(path, value);
  expect(await send(update)).toBeUndefined();
}

async function recoveryCodesOf({ token, password, confirmFactor }: Member): Promise<string[]> {
  const { secret, recovery_codes, confirmation } = await createFactor(token, password);
  await confirmFactor({ confirmation, code: codeOf({ secret }) });
  return recovery_codes;
}

/** What the first cells of the rows name. */
const deeds: Record<string, (holder: Holder) => Promise<unknown>> = {
  'a refresh': ({ ada }) => ada.refresh(),
  'a logout': ({ ada }) => ada.logout({}),
  'a logout with `everywhere`': ({ ada }) => ada.logout({ everywhere: true }),
  'a change of the password': ({ ada, known }) =>
    ada.changePassword({ ...known(), new_password: NEW_PASSWORD }),
  'the same with `end_tokens`': ({ ada, known }) =>
    ada.changePassword({ ...known(), new_password: NEW_PASSWORD, end_tokens: true }),
  'a reset of the password': async ({ ada }) =>
    nobody.resetPassword({ token: await resetTokenOf(ada.email), password: NEW_PASSWORD }),
  'a change of the address': async ({ ada, newAddressToken }) =>
    ada.verifyEmail({ token: await newAddressToken() }),
  'a new second factor': ({ ada }) => recoveryCodesOf(ada),
  'the end of the second factor': ({ ada, known }) => ada.endFactor(known()),
  'a new signing key, when the old one is removed': async () => setVariable('TOKEN_KEYS', 'n'.repeat(64)),
  'a block by the operator': ({ ada }) => run(block, accountIdOf(ada.token)),
  'the deletion of the account': ({ ada, known }) => ada.deleteAccount(known()),
};

it('the table has a row for each of them, and a column for all that may end', async () => {
  expect(rows.map(([deed]) => deed)).toEqual(Object.keys(deeds));
  expect(columns?.slice(1)).toEqual(Object.keys((await newHolder(false)).works));
});

it.each(rows)('after %s', async (deed = '', ...cells) => {
  const holder = await newHolder(deed === 'the end of the second factor');
  await deeds[deed]?.(holder);
  const isBlocked = deed === 'a block by the operator';
  const observe = async () => {
    const found: boolean[][] = [];
    for (const column of columns?.slice(1) ?? []) found.push((await holder.works[column]?.()) ?? []);
    return found;
  };
  const after = await observe();
  if (isBlocked) await run(unblock, accountIdOf(holder.ada.token));
  const later = isBlocked ? await observe() : after;
  const stateOf = (works: boolean, worksLater = false) => (works ? '' : worksLater ? 'paused' : 'ends');
  const observed = after.map((all, column) => {
    const states = all.map((works, n) => stateOf(works, later[column]?.[n]));
    return [...new Set(states)].join(' or ');
  });
  expect(observed).toEqual(cells);
});
