import { startDatabase } from '../../local/dynalite/database.js';

// A process of its own, which ends with its parent.
const { endpoint } = await startDatabase();
process.on('disconnect', () => process.exit());
process.send?.(endpoint);
