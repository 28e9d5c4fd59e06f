import { storeFailed } from './transactions/errors.js';

/** What LevelDB's methods that write end in. */
const WRITES = /** @type {const} */ (['_put', '_del', '_batch', '_clear']);

/**
 * Answers a write that LevelDB couldn't keep, such as one to a full disk, with DynamoDB's own failure. By itself dynalite ends
 * the process. No write follows it: LevelDB would confirm it, and at the next start skip it together with what is left of the
 * failed one.
 * @param {import('dynalite/db').Store['db']} level
 */
export function stopAtFailedWrite(level) {
  /** Done when all writes so far are. A failure is handed on to all that follow. */
  let done = Promise.resolve();
  for (const name of WRITES) {
    const write = level[name].bind(level);
    level[name] = (...parameters) => {
      done = done.then(() =>
        write(...parameters).catch((/** @type {Error} */ { message }) => {
          console.error(
            `The database can't be written. ${message}. Calls that write respond 503 from now on. ` +
              'What was confirmed is kept. Make room if the disk is full, then start again.',
          );
          throw storeFailed(message);
        }),
      );
      return done;
    };
  }
}
