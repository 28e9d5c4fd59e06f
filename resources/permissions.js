// What a function may do, as statements of its IAM policy.

/** @typedef {{ Effect: 'Allow', Action: string[], Resource: unknown, Condition?: object }} Permission */
/**
 * How the partition keys of items begin: PERSON# of accounts, EMAIL# of what leads to an account or belongs to a person with
 * an address, ACCOUNT# of events, HISTORY# of their histories, CLAIM# of claims, COUNTER# of the counters of limits.
 * @typedef {'PERSON' | 'EMAIL' | 'ACCOUNT' | 'HISTORY' | 'CLAIM' | 'COUNTER'} Key
 */

const TABLE = { 'Fn::GetAtt': ['Table', 'Arn'] };
const HEADS = { 'Fn::Sub': `\${Table.Arn}/index/heads` };

/** @param {string[]} actions @param {Key[]} keys @returns {Permission} */
const grant = (actions, keys, further = {}, Resource = /** @type {object} */ (TABLE)) => ({
  Effect: 'Allow',
  Action: actions.map((action) => `dynamodb:${action}`),
  Resource,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys.map((key) => `${key}#*`) },
    // ForAllValues is also true for a request without a key.
    Null: { 'dynamodb:LeadingKeys': 'false' },
    ...further,
  },
});

/** @param {string[]} actions @param {Key[]} keys */
export const may = (actions, ...keys) => grant(actions, keys);

/**
 * What a function may do in transactions only. AWS doesn't say whether it holds an action against the key of its own item, or
 * against the keys of all items of the transaction. So name the keys of all of them.
 * @param {string[]} actions
 * @param {Key[]} keys
 */
export const mayTogether = (actions, ...keys) =>
  grant(actions, keys, { StringEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } });

/**
 * Lets a function read these attributes of items, and nothing else of them.
 * @param {'GetItem' | 'Query'} action
 * @param {Key} key
 * @param {string[]} attributes
 */
const maySee = (action, key, ...attributes) =>
  grant([action], [key], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...attributes] },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  });

/**
 * Lets a function change these attributes of items, and get no others back.
 * @param {Key} key
 * @param {string[]} attributes
 */
const mayChange = (key, ...attributes) =>
  grant(['UpdateItem'], [key], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...attributes] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_NEW'] },
  });

/** Whether a session or an access token lives, and its account isn't blocked. */
export const SEE_SESSION = maySee('GetItem', 'PERSON', 'sessions', 'tokens', 'leaving', 'blocked');
/** Notes when a session was used. */
export const NOTE_USE = mayChange('PERSON', 'sessions');

/** What a change of an account sets besides what it is for. */
const CHANGE = ['version', 'writes'];
/** Ends sessions and access tokens. */
export const END_SESSIONS = [
  maySee('GetItem', 'PERSON', 'sessions', 'tokens', 'leaving', 'blocked', ...CHANGE),
  mayChange('PERSON', 'sessions', 'tokens', ...CHANGE),
];
/** Changes the names of an account. */
export const CHANGE_NAMES = [
  maySee(
    'GetItem',
    'PERSON',
    'first_name',
    'last_name',
    'sessions',
    'tokens',
    'leaving',
    'blocked',
    ...CHANGE,
  ),
  mayChange('PERSON', 'first_name', 'last_name', ...CHANGE),
];
/** Raises the version of an account that isn't leaving, so that a change that was sent before does nothing. */
export const REFUSE_LATE_CHANGES = mayChange('PERSON', 'leaving', 'version');
/** What an erasure reads of its account. */
export const SEE_LEAVING = maySee('GetItem', 'PERSON', 'email', 'email_verified', 'leaving');
/** The names and addresses of accounts. */
export const SEE_NAMES = maySee(
  'GetItem',
  'PERSON',
  'first_name',
  'last_name',
  'email',
  'email_verified',
  'leaving',
);
/** Where a shared event is, roles in it, and its invitations. */
export const SEE_MEMBERS = maySee('GetItem', 'ACCOUNT', 'head', 'invitations');
/** Pointers to shared events. */
export const SEE_POINTERS = maySee('Query', 'ACCOUNT', 'head');
/** The first response to a request with an Idempotency-Key. */
export const SEE_CLAIM = may(['GetItem'], 'CLAIM');

/** @type {Permission} */
export const READ_SIGNING_KEYS = {
  Effect: 'Allow',
  Action: ['secretsmanager:GetSecretValue'],
  Resource: { Ref: 'TokenSecret' },
};

/** The table's stream. The framework permits that of the deployed table, but a restored table gets another. */
export const READ_STREAMS = {
  Effect: /** @type {const} */ ('Allow'),
  Action: ['GetRecords', 'GetShardIterator', 'DescribeStream'].map((action) => `dynamodb:${action}`),
  Resource: { 'Fn::Sub': `\${Table.Arn}/stream/*` },
};

/** The keys of entries in histories. */
export const SEE_HISTORY_KEYS = maySee('Query', 'HISTORY');

/** Changes one budget of an event, also under an Idempotency-Key. */
export const CHANGE_BUDGETS = [
  SEE_SESSION,
  SEE_CLAIM,
  may(['GetItem', 'UpdateItem'], 'ACCOUNT'),
  mayTogether(['PutItem', 'UpdateItem'], 'ACCOUNT', 'CLAIM'),
];

/** Changes an event, also under an Idempotency-Key. */
export const CHANGE_EVENTS = [
  SEE_SESSION,
  SEE_CLAIM,
  may(['GetItem', 'PutItem'], 'ACCOUNT'),
  mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
];

/** The same, also if a request changes nothing: then the event is checked. A check doesn't have the key of transactions. */
export const CHANGE_OR_CHECK_EVENTS = [...CHANGE_EVENTS, may(['ConditionCheckItem'], 'ACCOUNT', 'CLAIM')];

/** What lists of events show. */
export const QUERY_HEADS = grant(['Query'], ['ACCOUNT'], {}, HEADS);

export const COUNT_ATTEMPTS = may(['UpdateItem'], 'COUNTER');
/** The same, after a look at whether a limit is reached. */
export const CHECK_AND_COUNT = may(['GetItem', 'UpdateItem'], 'COUNTER');

/** @param {string} name @returns {Permission} */
const invoke = (name) => ({
  Effect: 'Allow',
  Action: ['lambda:InvokeFunction'],
  // Not Fn::GetAtt, which would make the functions wait for each other.
  Resource: {
    'Fn::Sub': `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${name}`,
  },
});

export const ERASE_ACCOUNTS = invoke(`\${self:provider.environment.ERASE_FUNCTION}`);
export const HAVE_MAIL_SENT = invoke(`\${self:provider.environment.MAIL_FUNCTION}`);

/**
 * In SES's sandbox, recipients are identities too, and IAM may ask for the right to use theirs. So the sender's address is
 * what limits it.
 * @type {Permission}
 */
export const SEND_MAIL = {
  Effect: 'Allow',
  Action: ['ses:SendEmail'],
  Resource: { 'Fn::Sub': `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity/*` },
  Condition: { StringEquals: { 'ses:FromAddress': `\${param:mailFrom}` } },
};

/** @param {object} queue @returns {Permission} */
export const keepIn = (queue) => ({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: queue });
