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
  authSignup: 476_000,
  authLogin: 339_000,
  authLogout: 311_000,
  authRefresh: 318_000,
  accountView: 306_000,
  accountUpdate: 313_000,
  accountChangePassword: 478_000,
  accountExport: 321_000,
  accountDelete: 422_000,
  accountErase: 381_000,
  sessionsList: 306_000,
  sessionsEnd: 310_000,
  tokensCreate: 428_000,
  tokensList: 303_000,
  tokensEnd: 310_000,
  authForgotPassword: 376_000,
  authResetPassword: 487_000,
  authVerifyEmail: 427_000,
  accountChangeEmail: 424_000,
  accountSendVerification: 400_000,
  mailSend: 382_000,
  eventsList: 319_000,
  eventsView: 310_000,
  eventsCreate: 327_000,
  eventsCopy: 330_000,
  eventsUpdate: 341_000,
  eventsDelete: 323_000,
  budgetsList: 320_000,
  budgetsView: 313_000,
  budgetsCreate: 339_000,
  budgetsUpdate: 339_000,
  budgetsDelete: 332_000,
  budgetsExport: 325_000,
  budgetsImport: 377_000,
  paymentsList: 323_000,
  paymentsCreate: 338_000,
  paymentsUpdate: 337_000,
  paymentsDelete: 333_000,
  summaryView: 312_000,
  membersList: 310_000,
  membersInvite: 418_000,
  membersUpdate: 324_000,
  membersRemove: 322_000,
  invitationsList: 310_000,
  invitationsAccept: 322_000,
  invitationsDecline: 320_000,
  systemHealth: 61_000,
  systemOpenapi: 340_000,
  systemDocs: 714_000,
  systemResetPassword: 66_000,
  systemVerifyEmail: 66_000,
  systemNotFound: 60_000,
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
