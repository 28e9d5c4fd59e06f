import { readFileSync, writeFileSync } from 'node:fs';
import { startLambda } from '../../tests/support/lambda.ts';
import { type Call, gatewayCall } from '../gateway-call.ts';
import { Account } from './account.ts';
import { repeatable, unique } from './calls.ts';
import type { Version } from './versions.ts';

/** The job of a process: to prepare calls of a function on a new account. */
export interface Preparation {
  routes: Version['routes'];
  name: string;
  calls: number;
}

/** Requests to be sent in turn. */
export interface Prepared {
  method: string;
  requests: unknown[];
  status: number;
}

const [taskFile = '', resultFile = ''] = process.argv.slice(2);
const { routes, name, calls }: Preparation = JSON.parse(readFileSync(taskFile, 'utf8'));
const route = routes.find((each) => each.name === name)?.route ?? '';
const prepare = repeatable[name] ?? unique[name];
if (!prepare) throw new Error(`There is no call of ${name} to measure.`);

// What it would mail has to be known here.
process.env['AWS_ENDPOINT_URL_LAMBDA'] = (await startLambda()).endpoint;
const account = await Account.signUp(routes);
const first = await prepare(account);
const prepared: Call[] = [first];
while (name in unique && prepared.length < calls) prepared.push(await prepare(account));
const result: Prepared = {
  method: first.method ?? 'POST',
  requests: prepared.map((call) => gatewayCall(route, call)),
  status: first.status,
};
writeFileSync(resultFile, JSON.stringify(result));
// Keep-alive connections would delay the process's exit by seconds.
process.exit();
