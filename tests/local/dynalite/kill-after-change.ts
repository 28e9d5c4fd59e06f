import { Level } from 'level';

// Loaded into a service before its start: kills it after the first change of its embedded database. It deletes some things
// again that aren't there any more.

const { batch } = Level.prototype;
Object.assign(Level.prototype, {
  async batch(this: Level, writes: { type: 'put' | 'del'; key: string }[], ...options: unknown[]) {
    const changes = await Promise.all(writes.map(async ({ type, key }) => type === 'put' || this.has(key)));
    await Reflect.apply(batch, this, [writes, ...options]);
    if (changes.includes(true)) process.kill(process.pid, 'SIGKILL');
  },
});
