import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const VERSION = 'v0.0.0-20261030222936-bef5c4ba774d';
const EMULATOR = `github.com/aws/aws-lambda-runtime-interface-emulator/cmd/aws-lambda-rie@${VERSION}`;
const CLIENT = 'aws-lambda-ric@4.0.2';
/** Python is for node-gyp. */
const NEEDED = ['go', 'cmake', 'make', 'g++', 'tar', 'xz', 'python3'];
const { PATH = '', XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env;
const isOnPath = (tool: string) => PATH.split(delimiter).some((folder) => existsSync(join(folder, tool)));

export const missingTools = (): string[] =>
  process.platform === 'linux' ? NEEDED.filter((tool) => !isOnPath(tool)) : ['Linux'];

/** Builds what isn't in the cache yet. A build that is interrupted leaves nothing that looks complete. */
function built(version: string, command: string, ...args: string[]): string {
  const folder = join(XDG_CACHE_HOME, 'event-budget-service', `${version}-${process.arch}`);
  if (existsSync(folder)) return folder;
  console.log(`Building ${version}, which takes some minutes.`);
  const cwd = `${folder}-${process.pid}`;
  mkdirSync(cwd, { recursive: true });
  // With the headers of this Node, node-gyp downloads none.
  const env = { ...process.env, GOBIN: cwd, npm_config_nodedir: dirname(dirname(process.execPath)) };
  execFileSync(command, args, { cwd, env, maxBuffer: 100_000_000, stdio: ['ignore', 'ignore', 'pipe'] });
  renameSync(cwd, folder);
  return folder;
}

/** The paths of AWS's emulator of Lambda, and of its client, which runs a handler. */
export const awsTools = (): [string, string] => [
  join(built(`aws-lambda-rie@${VERSION}`, 'go', 'install', EMULATOR), 'aws-lambda-rie'),
  // The project lets npm run no install script.
  join(
    built(CLIENT, 'npm', 'i', '--prefix=.', '--ignore-scripts=false', CLIENT),
    'node_modules/aws-lambda-ric',
  ),
];
