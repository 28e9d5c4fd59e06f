import { spawnSync } from 'node:child_process';

/** Runs `npm run demo` against a running service. */
export function runDemo(folder: string, origin: string) {
  const { status, stdout } = spawnSync('node', ['local/demo.js'], {
    cwd: folder,
    env: { ...process.env, SERVICE: origin },
    encoding: 'utf8',
  });
  const calls = [...stdout.matchAll(/^((?:GET|POST) \S+)\n(?:(?!->).+\n)?-> (\d+)/gm)].map(
    ([, name = '', code]) => ({ name, code: Number(code) }),
  );
  return { status, stdout, calls };
}
