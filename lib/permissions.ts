// The comments with @ tell esbuild that it may leave out what a function doesn't use.

/**
 * Prefixes of partition keys: PERSON# of accounts, EMAIL# of pointers to accounts and of invitations, ACCOUNT# of events, LINK#
 * of pointers to events, HISTORY# of histories, HISTORY_PART# of their larger parts, CLAIM# of idempotency records, COUNTER# of
 * counters.
 */
type Key = 'PERSON' | 'EMAIL' | 'ACCOUNT' | 'LINK' | 'HISTORY' | 'HISTORY_PART' | 'CLAIM' | 'COUNTER';

type TableAction =
  | 'GetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'BatchWriteItem';

export interface TablePermission {
  actions: readonly TableAction[];
  keys: readonly Key[];
  /** In this index instead of the table. */
  index?: 'heads';
  /** With these attributes only. */
  attributes?: readonly string[];
  /** In transactions only. */
  isTogether?: true;
}

/** The variable with the name of a function that may be invoked. */
type Invocation = { invokes: 'ERASE_FUNCTION' | 'ERASE_HISTORIES_FUNCTION' | 'MAIL_FUNCTION' };

/** resources/permissions.js makes statements of IAM roles from it. */
export type Permission = TablePermission | Invocation;

/* @__NO_SIDE_EFFECTS__ */
export const may = (actions: TableAction[], ...keys: Key[]): TablePermission => ({ actions, keys });

/**
 * Permission in transactions only. AWS doesn't document whether it checks an action against the key of its own item, or the keys
 * of all items of the transaction. So name the keys of all of them.
 */
/* @__NO_SIDE_EFFECTS__ */
export const mayTogether = (actions: TableAction[], ...keys: Key[]): TablePermission => ({
  actions,
  keys,
  isTogether: true,
});

/** Permissions of several functions, each once. */
export const unionOf = (permissions: readonly Permission[]): Permission[] => [
  ...new Map(permissions.map((each) => [JSON.stringify(each), each])).values(),
];

type AttributeNames = (string | string[])[];

/* @__NO_SIDE_EFFECTS__ */
const maySee = (action: 'GetItem' | 'Query', key: Key, ...attributes: AttributeNames): TablePermission => ({
  actions: [action],
  keys: [key],
  attributes: attributes.flat(),
});

/** Lets a function change these attributes of items, and get no others back. */
/* @__NO_SIDE_EFFECTS__ */
const mayChange = (key: Key, ...attributes: AttributeNames): TablePermission => ({
  actions: ['UpdateItem'],
  keys: [key],
  attributes: attributes.flat(),
});

const NAMES = ['first_name', 'last_name'];
/** Attributes that end sessions, access tokens, share links and ownership offers at once. */
const STATE = ['leaving', 'blocked', 'links_epoch'];
/** Attributes that every change of an account reads and sets. */
const WRITE = ['version', 'writes'];

/** Shows if a session, an access token or a share link is active, and its account isn't blocked. */
export const SEE_SESSION = maySee('GetItem', 'PERSON', 'sessions', 'tokens', STATE);
/** Shows if a share link is active, its account isn't blocked, and whose it is. */
export const SEE_LINK_OWNER = maySee('GetItem', 'PERSON', NAMES, STATE);
export const TOUCH_SESSION = mayChange('PERSON', 'sessions');

/* @__NO_SIDE_EFFECTS__ */
const mayEnd = (...attributes: string[]): TablePermission[] => [
  maySee('GetItem', 'PERSON', 'sessions', 'tokens', STATE, WRITE),
  mayChange('PERSON', ...attributes, WRITE),
];
export const END_SESSION = mayEnd('sessions');
export const END_TOKEN = mayEnd('tokens');
export const END_ALL_SESSIONS = mayEnd('sessions', 'tokens', 'links_epoch');
export const CHANGE_NAMES = [
  maySee('GetItem', 'PERSON', NAMES, 'sessions', 'tokens', STATE, WRITE),
  mayChange('PERSON', NAMES, WRITE),
];
/** Raises the version of an account that isn't being deleted, so that a change that was sent before does nothing. */
export const REJECT_LATE_CHANGES = mayChange('PERSON', 'leaving', 'version');
export const SEE_DELETION = maySee('GetItem', 'PERSON', 'email', 'email_verified', 'leaving');
/** The names and addresses of accounts, and what ends their ownership offers. */
export const SEE_NAMES = maySee('GetItem', 'PERSON', NAMES, 'email', 'email_verified', STATE);
export const SEE_MEMBERS = maySee('GetItem', 'ACCOUNT', 'head', 'invitations');
export const SEE_POINTERS = maySee('Query', 'ACCOUNT', 'head');
export const SEE_IDEMPOTENCY_RECORD = may(['GetItem'], 'CLAIM');
export const SEE_HISTORY_KEYS = [maySee('Query', 'HISTORY'), maySee('Query', 'HISTORY_PART')];

/** Changes one budget of an event, also under an Idempotency-Key. */
export const CHANGE_BUDGETS = [
  SEE_SESSION,
  SEE_IDEMPOTENCY_RECORD,
  may(['GetItem', 'UpdateItem'], 'ACCOUNT'),
  mayTogether(['PutItem', 'UpdateItem'], 'ACCOUNT', 'CLAIM'),
];

/** Changes an event, also under an Idempotency-Key. */
export const CHANGE_EVENTS = [
  SEE_SESSION,
  SEE_IDEMPOTENCY_RECORD,
  may(['GetItem', 'PutItem'], 'ACCOUNT'),
  mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
];

/** The same, also if a request changes nothing: then the event is checked. A check doesn't have the key of transactions. */
export const CHANGE_OR_CHECK_EVENTS = /* @__PURE__ */ CHANGE_EVENTS.concat(
  may(['ConditionCheckItem'], 'ACCOUNT', 'CLAIM'),
);

export const QUERY_HEADS: TablePermission = { actions: ['Query'], keys: ['ACCOUNT'], index: 'heads' };

export const COUNT_ATTEMPTS = may(['UpdateItem'], 'COUNTER');
/** The same, after a look at whether a limit is reached. */
export const CHECK_AND_COUNT = may(['GetItem', 'UpdateItem'], 'COUNTER');

export const ERASE_ACCOUNTS: Invocation = { invokes: 'ERASE_FUNCTION' };
export const ERASE_HISTORIES: Invocation = { invokes: 'ERASE_HISTORIES_FUNCTION' };
export const HAVE_MAIL_SENT: Invocation = { invokes: 'MAIL_FUNCTION' };
