import {
  COUNT_ATTEMPTS,
  ERASE_ACCOUNTS,
  ERASE_HISTORIES,
  may,
  mayTogether,
  REJECT_LATE_CHANGES,
  SEE_DELETION,
  SEE_HISTORY_KEYS,
} from '../lib/permissions.ts';
import { contracts } from './contracts.js';
import { keepIn, READ_SIGNING_KEYS, READ_STREAMS, SEND_MAIL, statementOf } from './permissions.js';

/** @typedef {import('./contracts.js').Contract} Contract */
/** @typedef {import('./permissions.js').Statement} Statement */
/** @typedef {{ [setting: string]: unknown, handler: string, iamRoleStatements: Statement[], events: ({ httpApi: string } | { stream: object })[] }} Definition */

/** Location of the signing keys for functions. */
const TOKEN_SECRET = { Ref: 'TokenSecret' };
/** The service's own address. */
const SERVICE_URL = `\${file(resources/domain.js):serviceUrl}`;
const FAILED_ERASURES = { 'Fn::GetAtt': ['FailedErasures', 'Arn'] };
const FAILED_RECORDS = { 'Fn::GetAtt': ['FailedRecords', 'Arn'] };
const FAILED_MAILS = { 'Fn::GetAtt': ['FailedMails', 'Arn'] };

/** Lambda gives a function with this memory a whole core. What needs a core costs no more with it, and takes less time. */
const WHOLE_CORE = { memorySize: 1769 };

/**
 * Settings by what an endpoint does. A stage may say how many calls of a heavy one run at once.
 * @type {Record<NonNullable<Contract['load']> | 'light', object>}
 */
const SETTINGS = {
  light: {},
  hashing: WHOLE_CORE,
  heavy: { ...WHOLE_CORE, reservedConcurrency: `\${param:reservedConcurrency, null}` },
};

/** Resources of API Gateway. @param {Contract} contract */
const routesOf = ({ route, further = [] }) =>
  [route, ...further].map((path) => (path === '*' ? path : `ANY ${path}`));

/** Tokens in addresses and of share links aren't signed, and what reaches no data takes none. @param {Contract} contract */
const needsKeys = ({ permissions, authentication }) =>
  permissions.length > 0 && !['address', 'link'].includes(authentication.scheme);

/** Settings of functions that erase. */
const ERASING = {
  // The longest that Lambda allows. After it, the function invokes itself, which Lambda would otherwise stop as an endless loop.
  timeout: 900,
  recursiveLoop: 'Allow',
  maximumRetryAttempts: 2,
  destinations: { onFailure: { type: 'sqs', arn: FAILED_ERASURES } },
};

const endpoints = contracts.map(({ name, file, contract }) => [
  name,
  {
    handler: file.replace(/ts$/, 'handler'),
    ...SETTINGS[contract.load ?? 'light'],
    environment: {
      ...(needsKeys(contract) && { TOKEN_SECRET }),
      ...(contract.usesServiceUrl && { SERVICE_URL }),
    },
    iamRoleStatements: [
      ...(needsKeys(contract) ? [READ_SIGNING_KEYS] : []),
      ...contract.permissions.map(statementOf),
    ],
    events: routesOf(contract).map((httpApi) => ({ httpApi })),
  },
]);

/**
 * Each function, as serverless.yml takes it: the endpoints, as their contracts say, and those that other functions or the
 * table invoke.
 * @type {Record<string, Definition>}
 */
export const functions = {
  ...Object.fromEntries(endpoints),
  accountErase: {
    handler: 'functions/account/erase.handler',
    ...ERASING,
    iamRoleStatements: [
      ...[
        SEE_DELETION,
        REJECT_LATE_CHANGES,
        may(['DeleteItem'], 'PERSON'),
        may(['GetItem'], 'ACCOUNT'),
        may(['Query'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
        may(['DeleteItem'], 'ACCOUNT', 'EMAIL', 'LINK'),
        may(['BatchWriteItem'], 'ACCOUNT', 'CLAIM'),
        mayTogether(['PutItem'], 'ACCOUNT', 'EMAIL'),
        ERASE_ACCOUNTS,
      ].map(statementOf),
      keepIn(FAILED_ERASURES),
    ],
    events: [],
  },

  // Invoked by eventsRecord.
  historyErase: {
    handler: 'functions/history/erase.handler',
    ...ERASING,
    // Most of the time it waits.
    memorySize: 256,
    iamRoleStatements: [
      ...[...SEE_HISTORY_KEYS, may(['BatchWriteItem'], 'HISTORY', 'HISTORY_PART'), ERASE_HISTORIES].map(
        statementOf,
      ),
      keepIn(FAILED_ERASURES),
    ],
    events: [],
  },

  // Invoked by the table's stream with writes of events.
  eventsRecord: {
    handler: 'functions/events/record.handler',
    timeout: `\${param:recordTimeout}`,
    iamRoleStatements: [
      READ_STREAMS,
      ...[may(['PutItem'], 'HISTORY', 'HISTORY_PART'), ERASE_HISTORIES].map(statementOf),
      keepIn(FAILED_RECORDS),
    ],
    events: [
      {
        stream: {
          type: 'dynamodb',
          arn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          filterPatterns: [{ dynamodb: { Keys: { SK: { S: [{ prefix: 'EVENT#' }] } } } }],
          // LATEST would skip what is written before the first read.
          startingPosition: 'TRIM_HORIZON',
          batchSize: 100,
          batchWindow: 1,
          // It keeps the order of each event's writes.
          parallelizationFactor: 10,
          functionResponseType: 'ReportBatchItemFailures',
          bisectBatchOnFunctionError: true,
          maximumRetryAttempts: 20,
          destinations: { onFailure: { type: 'sqs', arn: FAILED_RECORDS } },
        },
      },
    ],
  },

  // Invoked asynchronously by the functions that have a mail to send.
  mailSend: {
    handler: 'functions/mail/send.handler',
    environment: { TOKEN_SECRET, SERVICE_URL },
    // Nobody expects a mail that is a quarter of an hour late.
    maximumEventAge: 900,
    maximumRetryAttempts: 2,
    destinations: { onFailure: { type: 'sqs', arn: FAILED_MAILS } },
    iamRoleStatements: [
      READ_SIGNING_KEYS,
      ...[may(['GetItem'], 'EMAIL', 'PERSON'), COUNT_ATTEMPTS].map(statementOf),
      SEND_MAIL,
      keepIn(FAILED_MAILS),
    ],
    events: [],
  },
};

/** The routes that have a throttle. */
export const throttledRoutes = contracts.flatMap(({ contract }) => {
  const throttle = contract.load === 'hashing' ? 'auth' : contract.throttle;
  return throttle ? routesOf(contract).map((route) => ({ route, throttle })) : [];
});
