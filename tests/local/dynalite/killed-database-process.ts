import { Level } from 'level';
import { startDatabase } from '../../../local/dynalite/database.js';

// A database in a folder, as a process of its own. A message says how many milliseconds after the beginning of its next
// write it is killed.

let delay: number | undefined;

for (const name of ['put', 'del', 'batch'] as const) {
  const write = Level.prototype[name];
  Object.assign(Level.prototype, {
    [name](...parameters: unknown[]) {
      beginWrite();
      return Reflect.apply(write, this, parameters);
    },
  });
}

function beginWrite(): void {
  if (delay === undefined) return;
  const end = performance.now() + delay;
  delay = undefined;
  // A timer would count whole milliseconds.
  const killAtEnd = () => {
    if (performance.now() >= end) process.kill(process.pid, 'SIGKILL');
    setImmediate(killAtEnd);
  };
  setImmediate(killAtEnd);
}

const { endpoint } = await startDatabase(process.argv[2]);
process.on('message', (milliseconds) => {
  delay = Number(milliseconds);
  process.send?.('armed');
});
process.on('disconnect', () => process.exit());
process.send?.(endpoint);
