import { spawnSync } from 'node:child_process';

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
