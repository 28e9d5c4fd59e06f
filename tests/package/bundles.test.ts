import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { esbuildOptions } from '../../build/esbuild-options.ts';
import { functions } from '../../resources/definitions.ts';
import { readZip } from './zip.ts';

const sourceMap = z.object({ sources: z.array(z.string()) });

const bundles = functions.map(({ name, file }) => {
  const zip = join(inject('packaged'), `${name}.zip`);
  const files = readZip(zip);
  const path = file.replace('.ts', '.mjs');
  const { sources } = sourceMap.parse(JSON.parse(String(files.get(`${path}.map`))));
  const packages = sources.flatMap((source) => source.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return { name, path, files, packages, bytes: files.get(path)?.length ?? 0, zipBytes: statSync(zip).size };
});

console.table(Object.fromEntries(bundles.map(({ name, bytes, zipBytes }) => [name, { bytes, zipBytes }])));

/** Size limit of each function's bundle in bytes: its size and a small margin. */
const budgets: Record<string, number> = {
  authSignup: 470_000,
  authLogin: 335_000,
  authLogout: 307_000,
  authRefresh: 312_000,
  accountView: 302_000,
  accountUpdate: 310_000,
  accountChangePassword: 474_000,
  accountExport: 318_000,
  accountDelete: 419_000,
  accountErase: 377_000,
  sessionsList: 303_000,
  sessionsEnd: 306_000,
  tokensCreate: 424_000,
  tokensList: 300_000,
  tokensEnd: 306_000,
  authForgotPassword: 371_000,
  authResetPassword: 483_000,
  authVerifyEmail: 423_000,
  accountChangeEmail: 420_000,
  accountSendVerification: 395_000,
  mailSend: 378_000,
  eventsList: 315_000,
  eventsView: 307_000,
  eventsCreate: 324_000,
  eventsCopy: 326_000,
  eventsUpdate: 331_000,
  eventsDelete: 317_000,
  budgetsList: 315_000,
  budgetsView: 309_000,
  budgetsCreate: 334_000,
  budgetsUpdate: 332_000,
  budgetsDelete: 326_000,
  budgetsExport: 322_000,
  budgetsImport: 371_000,
  paymentsList: 318_000,
  paymentsCreate: 333_000,
  paymentsUpdate: 331_000,
  paymentsDelete: 327_000,
  summaryView: 306_000,
  membersList: 306_000,
  membersInvite: 413_000,
  membersUpdate: 320_000,
  membersRemove: 318_000,
  invitationsList: 306_000,
  invitationsAccept: 318_000,
  invitationsDecline: 316_000,
  systemHealth: 54_000,
  systemOpenapi: 290_000,
  systemDocs: 707_000,
  systemResetPassword: 59_000,
  systemVerifyEmail: 59_000,
  systemNotFound: 52_000,
};

const hashing = [
  ...['authSignup', 'authLogin', 'authResetPassword', 'authVerifyEmail'],
  ...['accountChangePassword', 'accountChangeEmail', 'accountDelete', 'tokensCreate'],
];

/** They neither issue nor verify tokens. */
const withoutTokens = ['accountErase', 'authForgotPassword'];

describe.each(bundles)('the package of $name', ({ name, path, files, packages, bytes }) => {
  it('contains only its bundle and source map', () => {
    expect([...files.keys()].sort()).toEqual([path, `${path}.map`]);
  });

  it('is within its size limit', () => {
    expect(bytes).toBeLessThanOrEqual(budgets[name] ?? 0);
  });

  it('contains the packages that it uses', () => {
    const isSystem = name.startsWith('system');
    expect(packages.includes('bcryptjs')).toBe(hashing.includes(name));
    expect(packages.includes('jose')).toBe(!isSystem && !withoutTokens.includes(name));
    expect(packages.includes('csv-parse')).toBe(name === 'budgetsImport');
    expect(packages.includes('csv-stringify')).toBe(name === 'budgetsExport');
    expect(packages.includes('@aws-sdk/client-sesv2')).toBe(name === 'mailSend');
    expect(packages.some((used) => used.startsWith('@aws-sdk/'))).toBe(!isSystem);
    expect(String(files.get(path))).not.toContain('serverless-offline');
  });

  it('contains the files of a page if it serves one', () => {
    const startOfGzip = Buffer.from([0x1f, 0x8b, 8]).toString('base64');
    expect(String(files.get(path)).includes(`"${startOfGzip}`)).toBe(
      /^system(Docs|ResetPassword|VerifyEmail)$/.test(name),
    );
  });
});

it('each zip has a size limit', () => {
  const zips = readdirSync(inject('packaged')).filter((file) => file.endsWith('.zip'));
  expect(zips.sort()).toEqual(
    Object.keys(budgets)
      .map((name) => `${name}.zip`)
      .sort(),
  );
});

const bareHandler = async (options: BuildOptions): Promise<number> => {
  const entryPoints = ['tests/package/bare-handler.ts'];
  const { outputFiles } = await build({ ...options, entryPoints, sourcemap: false, write: false });
  return outputFiles?.[0]?.contents.length ?? 0;
};

it('an event function is at most 1.15 times as large as a bare handler with default bundling', async () => {
  const plainly = await bareHandler({ ...esbuildOptions, alias: {}, plugins: [] });
  const alike = await bareHandler(esbuildOptions);
  const largest = Math.max(
    ...bundles.filter(({ name }) => name.startsWith('events')).map(({ bytes }) => bytes),
  );
  console.log(`The largest has ${largest} bytes, a bare handler ${plainly}; bundled like ours ${alike}.`);
  expect(largest).toBeLessThanOrEqual(1.15 * plainly);
});
