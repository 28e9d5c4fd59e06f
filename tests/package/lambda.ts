import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import * as z from 'zod/mini';
import { startDatabase } from '../../local/dynalite/database.js';
import { startMailbox } from '../../local/mailbox.js';
import { recordWrites } from '../../local/recorder.js';
import { TableStream } from '../../local/table-stream.js';
import { tableDefinition } from '../../resources/definitions.ts';
import { freePort } from '../support/emulators.ts';
import { gatewayRequest } from '../support/gateway.ts';
import { newTable } from '../support/new-table.ts';
import { type Emulated, emulate } from './lambda/emulated.ts';
import { awsTools, missingTools } from './lambda/tools.ts';

const missing = missingTools();
if (missing.length > 0) {
  console.error(`npm run lambda, which is no part of npm test, needs ${missing.join(', ')}.`);
  // Tells it from a failure.
  process.exit(69);
}
const [emulator, client] = awsTools();
const scratch = mkdtempSync(join(tmpdir(), 'event-budget-lambda-'));
const [, , packaged = join(scratch, 'package')] = process.argv;
if (!process.argv[2]) execFileSync('npm', ['run', 'package', '--', '--package', packaged]);

const resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
const template = z.object({ Resources: z.record(z.string(), resource) });
const definition = z.object({
  FunctionName: z.string(),
  Handler: z.string(),
  MemorySize: z.number(),
  Timeout: z.number(),
  Code: z.object({ S3Key: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const file = join(packaged, 'cloudformation-template-update-stack.json');
const { Resources } = template.parse(JSON.parse(readFileSync(file, 'utf8')));
const ofType = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
/** What a property refers to. */
const referred = (property: unknown) =>
  Resources[/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(property))?.[1] ?? '']?.Properties;
const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => definition.parse(Properties));
const named = (name: string) =>
  definition.parse(functions.find(({ FunctionName }) => FunctionName.endsWith(`-${name}`)));
const zipOf = ({ Code }: z.output<typeof definition>) => join(packaged, basename(Code.S3Key));
const routes = ofType('AWS::ApiGatewayV2::Route').map(({ Properties: { RouteKey, Target } }) => {
  const name = definition.parse(referred(referred(Target)?.['IntegrationUri'])).FunctionName;
  return { key: String(RouteKey), name };
});

const wrong: string[] = [];
const running = new Map<string, Emulated>();
process.on('exit', () => {
  for (const each of running.values()) each.stop();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const calls = new Map<string, number>();
async function invoke(name: string, event: unknown): Promise<string> {
  calls.set(name, (calls.get(name) ?? 0) + 1);
  return running.get(name)?.invoke(event) ?? '';
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// What functions use of Lambda and Secrets Manager, and API Gateway.
const SECRET = 'TokenSecret';
const DONE = /^(null|\{"batchItemFailures":\[\]\})$/;
const later: Promise<string>[] = [];
const answer = z.object({
  statusCode: z.number(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ''),
  isBase64Encoded: z.optional(z.boolean()),
});
const app = express().use(express.text({ type: () => true, limit: '10mb' }));
app.post('/2015-03-31/functions/:name/invocations', async ({ params, headers, body }, response) => {
  const invoked = check(params.name, invoke(params.name, JSON.parse(body)), DONE);
  later.push(invoked);
  if (headers['x-amz-invocation-type'] === 'Event') response.status(202).end();
  else response.end(await invoked);
});
app.post('/', ({ body }, response) => {
  if (JSON.parse(body).SecretId === SECRET) response.json({ SecretString: 'k'.repeat(64) });
  else response.status(400).json({ __type: 'ResourceNotFoundException' });
});
for (const { key, name } of routes.toSorted((a) => (a.key === '$default' ? 1 : -1))) {
  const path = key === '$default' ? '/{*any}' : key.replace('ANY ', '').replaceAll(/\{(\w+)\}/g, ':$1');
  app.all(path, async ({ method, url, params, headersDistinct, body }, response) => {
    const texts = (fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)]));
    const query = Object.fromEntries(new URL(url, service).searchParams);
    const request = { path: texts(params), query, headers: texts(headersDistinct), body: body || undefined };
    const event = { ...gatewayRequest(method, request), routeKey: key };
    const { success, data } = answer.safeParse(parsed(await invoke(name, event)));
    if (!success) return response.status(500).json({ message: 'Internal Server Error' });
    const content = Buffer.from(data.body, data.isBase64Encoded ? 'base64' : 'utf8');
    return response.writeHead(data.statusCode, data.headers).end(content);
  });
}
const port = await freePort();
const service = `http://localhost:${port}`;
await once(app.listen(port, 'localhost'), 'listening');

const database = await startDatabase();
const table = String(functions[0]?.Environment.Variables['TABLE_NAME']);
await newTable(database.endpoint, table, tableDefinition);
const stream = new TableStream(table, database.endpoint);
await stream.open();
const mailbox = await startMailbox(join(scratch, '.local/mail'));
const aws = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: service,
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  AWS_ENDPOINT_URL_SESV2: mailbox.endpoint,
};
/** Values of variables, for functions that have them. */
const settings: Record<string, unknown> = {
  TOKEN_SECRET: SECRET,
  SERVICE_URL: service,
  MAIL_FROM: 'mail@example.com',
  RECORD_TIMEOUT_SECONDS: '1',
};
async function start(deployed: z.output<typeof definition>, name = deployed.FunctionName, others = {}) {
  running.get(name)?.stop();
  const variables = Object.entries(deployed.Environment.Variables);
  const runtime = [emulator, process.execPath, client, deployed.Handler];
  const emulated = await emulate(zipOf(deployed), join(scratch, name), runtime, {
    ...Object.fromEntries(variables.map(([key, value]) => [key, String(settings[key] ?? value)])),
    ...aws,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(deployed.MemorySize),
    AWS_LAMBDA_FUNCTION_TIMEOUT: String(deployed.Timeout),
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    ...others,
  });
  running.set(name, emulated);
  return emulated;
}
/** Holds what Lambda answers against what it has to be. */
async function check(what: string, invoked: Promise<string>, expected: RegExp): Promise<string> {
  const text = await invoked;
  if (!expected.test(text)) wrong.push(`${what}: ${text}`);
  return text;
}

const coldStarts = new Map<string, number>();
for (const deployed of [...functions, ...functions, ...functions]) {
  const { FunctionName: name } = deployed;
  const emulated = await start(deployed);
  // Background functions reject such an event.
  await check(`${name} starts`, emulated.invoke(gatewayRequest('TRACE')), /"statusCode":40[45]|\$ZodError/);
  coldStarts.set(name, Math.min(emulated.processorTime(), coldStarts.get(name) ?? Infinity));
}

Object.assign(process.env, aws);
void recordWrites(stream, named('eventsRecord').FunctionName);
const env = { ...process.env, SERVICE: service };
const demo = spawn(process.execPath, [resolve('local/demo.js')], { cwd: scratch, env });
demo.stderr.pipe(process.stderr);
const [output, [status]] = await Promise.all([text(demo.stdout), once(demo, 'exit')]);
if (status !== 0) wrong.push(output);
for (const { key, name } of routes.filter((route) => !calls.has(route.name))) {
  const { status } = await fetch(service + key.replace(/^(ANY |\$default)/, ''));
  if (status >= 500) wrong.push(`${name} responded ${status}`);
}

// What `npm start` doesn't show: a missing secret, a database that never answers, and a process that is killed.
const body = { username: 'ada@example.com', password: 'correct horse' };
const credentials = gatewayRequest('POST', { headers: { 'content-type': 'application/json' }, body });
const lost = await start(named('authLogin'), 'login-without-secret', { TOKEN_SECRET: 'none' });
await check('A login without the secret', lost.invoke(credentials), /"statusCode":503/);
const silent = await freePort();
createServer().listen(silent, '127.0.0.1');
const slow = await start(named('authLogin'), 'login-without-database', {
  AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${silent}`,
  AWS_LAMBDA_FUNCTION_TIMEOUT: '5',
});
await check('A login shortly before its timeout', slow.invoke(credentials), /"statusCode":503/);
const killed = check('A login that is killed', slow.invoke(credentials), /Runtime\.ExitError/);
await setTimeout(500);
slow.kill();
await killed;
await check('The login after it', slow.invoke(credentials), /"statusCode":503/);
for (const invoked of later) await invoked;

for (const [name, emulated] of running) {
  // Addresses must not be logged.
  const lines = emulated
    .logged()
    .filter((line) => typeof parsed(line) !== 'object' || line.includes('@example'));
  wrong.push(...lines.map((line) => `${name} logged: ${line}`));
}
const smallest = Math.min(...coldStarts.values());
console.table(
  functions.map((deployed) => ({
    name: deployed.FunctionName,
    started: !wrong.some((line) => line.startsWith(`${deployed.FunctionName} starts`)),
    called: calls.get(deployed.FunctionName) ?? 0,
    'memory, MB': `${running.get(deployed.FunctionName)?.memoryMb()} of ${deployed.MemorySize}`,
    'zip, kB': Math.round(statSync(zipOf(deployed)).size / 1_000),
    'cold start': Number(((coldStarts.get(deployed.FunctionName) ?? 0) / smallest).toFixed(1)),
  })),
);
console.log(output.trimEnd().split('\n').at(-1));
console.log(wrong.length === 0 ? 'passed' : wrong.join('\n'));
if (wrong.length === 0) rmSync(scratch, { recursive: true });
process.exit(wrong.length === 0 ? 0 : 1);
