import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { readConfig } from '../../lib/config/config.ts';
import { gatewayRequest } from '../../tests/support/gateway.ts';
import { bundleOf, type Contestant } from '../contestants.ts';
import { password } from '../fixtures.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';
import { putAccount } from '../stored.ts';

/** Low, so that other timing differences weigh more. */
const TIMING_COST = 10;
const TRIES = 200;

const login = (
  folder: string,
  passwords: [username: string, password: string][],
  status: number,
): Contestant => ({
  name: 'POST /auth/login',
  bundle: bundleOf(folder, 'functions/auth/login.ts'),
  requests: passwords.map(([username, given]) =>
    gatewayRequest('POST', { body: { username, password: given } }),
  ),
  status,
});

/** A login compared with only its bcrypt comparison, at the configured cost. */
export async function measureBcrypt(folder: string, rounds: number, emulator: string) {
  const cost = readConfig().bcryptCost;
  const hash = await bcrypt.hash(password, cost);
  await putAccount({ email: 'cost@example.com', password_hash: hash });
  const bundle = bundleOf(folder, 'bench/contestants/bcrypt.ts');
  const copied = join(folder, 'bcrypt-copy.mjs');
  await copyFile(bundle, copied);
  const requests = [{ password, hash }];
  const compare: Contestant = { name: 'bcrypt', bundle, requests, status: 200 };
  const copy: Contestant = { ...compare, bundle: copied };
  const success = login(folder, [['cost@example.com', password]], 200);
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: emulator, BCRYPT_COST: String(cost) };
  const samples = await inRounds(rounds, [compare, copy, success], (contestant) =>
    measure(folder, contestant, { warmUps: 0, calls: 3, variables }),
  );
  return { cost, samples, compare, copy, login: success };
}

/** Times of failed logins, alternating between an existing and an unknown account. */
export async function measureFailedLogins(folder: string, emulator: string) {
  await putAccount({ email: 'known@example.com', password_hash: await bcrypt.hash(password, TIMING_COST) });
  const failure = login(
    folder,
    ['known@example.com', 'unknown@example.com'].map((name) => [name, 'a wrong password']),
    401,
  );
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: emulator, BCRYPT_COST: String(TIMING_COST) };
  // With the first call, an even number, so that the first measured one is of the known account.
  const { wallMs } = await measure(folder, failure, { warmUps: 9, calls: TRIES, variables });
  return {
    cost: TIMING_COST,
    known: wallMs.filter((_, n) => n % 2 === 0),
    unknown: wallMs.filter((_, n) => n % 2 === 1),
  };
}
