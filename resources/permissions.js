// Returns a function's permissions as statements of its IAM role.

/** @typedef {{ Effect: 'Allow', Action: string[], Resource: unknown, Condition?: object }} Statement */
/** @typedef {import('../lib/permissions.ts').Permission} Permission */
/** @typedef {import('../lib/permissions.ts').TablePermission} TablePermission */

const TABLE = { 'Fn::GetAtt': ['Table', 'Arn'] };

/** @param {string[]} Action @param {unknown} Resource @param {object} [Condition] @returns {Statement} */
const allow = (Action, Resource, Condition) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
});

/** @param {Permission} permission */
export const statementOf = (permission) =>
  'invokes' in permission
    ? allow(['lambda:InvokeFunction'], {
        // Not Fn::GetAtt, which would make functions depend on each other.
        'Fn::Sub': `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:\${self:provider.environment.${permission.invokes}}`,
      })
    : allow(
        permission.actions.map((action) => `dynamodb:${action}`),
        permission.index ? { 'Fn::Sub': `\${Table.Arn}/index/${permission.index}` } : TABLE,
        conditionOf(permission),
      );

/** @param {TablePermission} permission */
const conditionOf = ({ actions, keys, attributes, isTogether }) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys.map((key) => `${key}#*`) },
  // ForAllValues is also true for a request without a key.
  Null: { 'dynamodb:LeadingKeys': 'false' },
  ...(isTogether && { StringEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } }),
  ...(attributes && {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...attributes] },
    ...(actions.includes('UpdateItem')
      ? { StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_NEW'] } }
      : { StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }),
  }),
});

export const READ_SIGNING_KEYS = allow(['secretsmanager:GetSecretValue'], { Ref: 'TokenSecret' });

/** Every stream of the table: the framework permits only the first one, but a restored table gets another. */
export const READ_STREAMS = allow(
  ['GetRecords', 'GetShardIterator', 'DescribeStream'].map((action) => `dynamodb:${action}`),
  { 'Fn::Sub': `\${Table.Arn}/stream/*` },
);

/**
 * In SES's sandbox, recipients are identities too, and IAM may ask for the right to use theirs. So the sender's address is
 * what limits it.
 */
export const SEND_MAIL = allow(
  ['ses:SendEmail'],
  { 'Fn::Sub': `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity/*` },
  { StringEquals: { 'ses:FromAddress': `\${param:mailFrom}` } },
);

/** @param {object} queue */
export const keepIn = (queue) => allow(['sqs:SendMessage'], queue);
