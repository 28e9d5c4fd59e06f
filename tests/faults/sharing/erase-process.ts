import { runAuthorized } from '../../../lib/aws/call.ts';
import { erase } from '../../support/erase.ts';

// A process of its own, which a test can kill. Arguments: the account's id, and how long its last calls may take.
const [, , accountId = '', settleMs] = process.argv;
console.log(await runAuthorized(() => erase(accountId, Number(settleMs))));
