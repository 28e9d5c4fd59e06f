import { Level } from 'level';

/**
 * dynalite 4 closes an iterator with `return`, which LevelDB's iterators don't have. Without it, each query would leave
 * an iterator open, with everything that it has read.
 */
export function closeIterators() {
  const { values } = Level.prototype;
  /** @this {Level} @param {unknown[]} options */
  Level.prototype.values = function (...options) {
    const iterator = Reflect.apply(values, this, options);
    return Object.assign(iterator, { return: () => iterator.close() });
  };
}
