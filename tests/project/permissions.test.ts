import { expect, it } from 'vitest';
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

const named = () => getItem(account, [['first_name']]);
const entries = () => getItem(account, [['sessions', 'one'], ['password_hash']]);
const update = () => send(new Update(account).set(['version'], 1));
const put = () => send(new Put(event, {}));
const both = () => send(new Put(event, {}), new Delete(address));
const checked = () => send(new Put(event, {}), new Check(address).require(isAbsent(['PK'])));
const mail = () => invokeLater(String(process.env['MAIL_FUNCTION']), {});

it.each<[name: string, may: string, mayNot: string, missing: string, work: () => Promise<unknown>]>([
  ['reads an account', 'accountView', 'eventsList', "may(['GetItem'], 'PERSON')", () => getItem(account)],
  ['sees names', 'eventsList', 'authRefresh', 'CHANGE_NAMES or SEE_LINK_OWNER or SEE_NAMES', named],
  ['sees entries', 'accountView', 'eventsList', "maySee(['GetItem'], 'PERSON', 'sessions'", entries],
  ['changes attributes', 'authLogout', 'authRefresh', 'CHANGE_NAMES or END_ALL_SESSIONS or ', update],
  ['queries the index', 'eventsList', 'budgetsList', 'QUERY_HEADS', () => queryOnce(headsAfter('ada', 0))],
  ['queries the table', 'accountErase', 'eventsList', 'SEE_POINTERS', () => queryOnce(pointersOf('ada'))],
  ['writes an item alone', 'eventsCreate', 'authSignup', 'CHANGE_EVENTS or ', put],
  ['writes items together', 'membersInvite', 'eventsCreate', "mayTogether(['PutItem'], ", both],
  ['checks an item', 'membersInvite', 'invitationsAccept', "may(['ConditionCheckItem'], ", checked],
  ['deletes a batch', 'accountErase', 'eventsDelete', "may(['BatchWriteItem'], ", () => deleteBatch([event])],
  ['has a mail sent', 'authSignup', 'authLogout', 'HAVE_MAIL_SENT', mail],
])(
  'a function that %s passes with a permission, and fails without',
  async (_, may, mayNot, missing, work) => {
    await asFunction(may, work);
    const said = `Add to the permissions of ${mayNot}: ${missing}`;
    await expect(asFunction(mayNot, work)).rejects.toThrow(said);
  },
);
