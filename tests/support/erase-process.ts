import { eraseAccount } from '../../lib/accounts/erase.ts';

// A process of its own, which a test can kill. Arguments: the account's id, and how long its last calls may take.
const [, , accountId = '', settleMs] = process.argv;
console.log(await eraseAccount(accountId, { settleMs: Number(settleMs) }));
