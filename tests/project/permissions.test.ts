import { describe, expect, it } from 'vitest';
import { invokeLater } from '../../lib/aws/invoke.ts';
import { deleteBatch } from '../../lib/dynamodb/batch-delete.ts';
import { Check, Delete, isAbsent, Put, Update } from '../../lib/dynamodb/changes.ts';
import { getItem, queryOnce } from '../../lib/dynamodb/items.ts';
import { accountKey, emailKey, eventKey, headsAfter, pointersOf } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { asFunction } from '../support/as-function.ts';

const account = accountKey('ada');
const event = eventKey({ ownerId: 'ada', eventId: 1 });
const address = emailKey('ada@example.com');

/** What a function may do, one that may not, and what that one would need. */
const works: [name: string, may: string, mayNot: string, missing: string, work: () => Promise<unknown>][] = [
  ['reads an account', 'accountView', 'eventsList', "may(['GetItem'], 'PERSON')", () => getItem(account)],
  [
    'reads attributes of an account',
    'eventsList',
    'authRefresh',
    'CHANGE_NAMES or SEE_NAMES',
    () => getItem(account, [['first_name']]),
  ],
  [
    'reads entries of attributes of an account',
    'accountView',
    'eventsList',
    "maySee(['GetItem'], 'PERSON', 'sessions', 'password_hash')",
    () => getItem(account, [['sessions', 'one'], ['password_hash']]),
  ],
  [
    'changes attributes of an account',
    'authLogout',
    'authRefresh',
    'CHANGE_NAMES or END_SESSIONS or REJECT_LATE_CHANGES',
    () => send(new Update(account).set(['version'], 1)),
  ],
  ['queries the index', 'eventsList', 'budgetsList', 'QUERY_HEADS', () => queryOnce(headsAfter('ada', 0))],
  ['queries the table', 'accountErase', 'eventsList', 'SEE_POINTERS', () => queryOnce(pointersOf('ada'))],
  [
    'writes an item alone',
    'eventsCreate',
    'authSignup',
    'CHANGE_EVENTS or CHANGE_OR_CHECK_EVENTS',
    () => send(new Put(event, {})),
  ],
  [
    'writes items together',
    'membersInvite',
    'eventsCreate',
    "mayTogether(['PutItem'], 'ACCOUNT', 'EMAIL'), mayTogether(['DeleteItem'], 'ACCOUNT', 'EMAIL')",
    () => send(new Put(event, {}), new Delete(address)),
  ],
  [
    'checks an item of a transaction',
    'membersInvite',
    'invitationsAccept',
    "may(['ConditionCheckItem'], 'ACCOUNT', 'EMAIL')",
    () => send(new Put(event, {}), new Check(address).require(isAbsent(['PK']))),
  ],
  [
    'deletes a batch',
    'accountErase',
    'eventsDelete',
    "may(['BatchWriteItem'], 'ACCOUNT')",
    () => deleteBatch([{ ...event }]),
  ],
  [
    'has a mail sent',
    'authSignup',
    'authLogout',
    'HAVE_MAIL_SENT',
    () => invokeLater(String(process.env['MAIL_FUNCTION']), {}),
  ],
];

describe.each(works)('a function that %s', (_, may, mayNot, missing, work) => {
  it('passes with a permission', async () => {
    await asFunction(may, work);
  });

  it('fails without, and its error says what to add', async () => {
    const said = new Error(`Add to the permissions of ${mayNot}: ${missing}`);
    await expect(asFunction(mayNot, work)).rejects.toThrow(said);
  });
});
