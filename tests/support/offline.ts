import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SOURCES = [
  'build',
  'docs',
  'functions',
  'lib',
  'local',
  'openapi.json',
  'package.json',
  'resources',
  'serverless.yml',
  'tsconfig.json',
];

/** Copies the service to its own folder, so that a test may change it. */
export async function copyOfService(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  for (const source of SOURCES) await cp(source, join(folder, source), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

const WHAT_NPM_STARTS = [process.execPath, 'local/start.js'];

/** What a service in a folder printed, in a file for tests in other processes. */
export const outputFile = (folder: string): string => join(folder, 'output');

/** Runs what `npm start` runs, or that itself, as a process group. */
export function startOffline(folder: string, env: Record<string, string>, command = WHAT_NPM_STARTS) {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, ...inherited } = process.env;
  const [program = '', ...parameters] = command;
  const service = spawn(program, parameters, {
    cwd: folder,
    env: { ...inherited, POWERTOOLS_LOG_LEVEL: 'INFO', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      appendFileSync(outputFile(folder), chunk);
    });
  }
  const exited = once(service, 'exit');
  return {
    pid: service.pid ?? 0,
    output: () => output,
    exited: async () => Number((await exited)[0]),
    /** Resolves when the text has been printed, rejects if the service exits first. */
    printed: (text: string) =>
      new Promise<void>((done, failed) => {
        const look = () => output.includes(text) && done();
        service.stdout.on('data', look);
        service.stderr.on('data', look);
        service.once('exit', (code) => failed(new Error(`ended with ${code}: ${output}`)));
        look();
      }),
    stop: async (signal: NodeJS.Signals = 'SIGINT') => {
      const isOver = service.exitCode !== null || service.signalCode !== null;
      if (!isOver && service.pid) process.kill(-service.pid, signal);
      await exited;
    },
  };
}

/** Runs `npm run demo` against a running service. */
export function runDemo(folder: string, origin: string, ...options: string[]) {
  const { status, stdout } = spawnSync('node', ['local/demo.js', ...options], {
    cwd: folder,
    env: { ...process.env, SERVICE: origin },
    encoding: 'utf8',
  });
  const calls = [...stdout.matchAll(/^((?:GET|POST) \S+) -> (\d+)$/gm)].map(([, name = '', code]) => ({
    name,
    code: Number(code),
  }));
  return { status, stdout, calls };
}
