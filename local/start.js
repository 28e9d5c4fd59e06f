import { createRequire } from 'node:module';

// Runs the framework for `npm start`, without its own messages.
if (!process.features.typescript) {
  console.error(`Node ${process.version} can't run TypeScript. Install Node 22.18 or later.`);
  process.exit(1);
}
// Of a deployment. With it, a client of the database would be made before the local database has an endpoint.
delete process.env['TABLE_NAME'];
process.env['SLS_LOG_LEVEL'] ??= 'warning';
process.argv.splice(2, 0, 'offline', 'start', '--stage', 'local', '--noSponsor');

// A signal to npm ends the shell between npm and this process, but doesn't reach this process.
if (process.env['npm_lifecycle_event'] === 'start') stopWithout(process.ppid);

createRequire(import.meta.url)('serverless/bin/serverless.js');

/** @param {number} parent */
function stopWithout(parent) {
  const isActive = () => {
    try {
      return process.kill(parent, 0);
    } catch {
      return false;
    }
  };
  const timer = setInterval(() => {
    if (isActive()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  timer.unref();
}
