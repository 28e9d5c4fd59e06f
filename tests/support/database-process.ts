import { startDatabase } from '../../local/dynalite/database.js';

// A process of its own, which ends with its parent. In memory, if no folder is given.
const { endpoint } = await startDatabase(process.argv[2]);
process.on('disconnect', () => process.exit());
process.send?.(endpoint);
