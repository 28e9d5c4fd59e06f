import { eraseAccount } from '../../lib/accounts/erase.ts';
import { release } from '../../lib/sharing/release.ts';
import { withdrawReceived } from '../../lib/sharing/withdraw.ts';

// A process of its own, which a test can kill. Arguments: the account's id, and how long its last calls may take.
const [, , accountId = '', settleMs] = process.argv;
const options = { settleMs: Number(settleMs), release, withdraw: withdrawReceived };
console.log(await eraseAccount(accountId, options));
