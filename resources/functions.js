import {
  CHANGE_BUDGETS,
  CHANGE_EVENTS,
  CHANGE_NAMES,
  CHANGE_OR_CHECK_EVENTS,
  CHECK_AND_COUNT,
  COUNT_ATTEMPTS,
  END_SESSIONS,
  ERASE_ACCOUNTS,
  HAVE_MAIL_SENT,
  keepIn,
  may,
  mayTogether,
  NOTE_USE,
  QUERY_HEADS,
  READ_SIGNING_KEYS,
  READ_STREAMS,
  REFUSE_LATE_CHANGES,
  SEE_CLAIM,
  SEE_HISTORY_KEYS,
  SEE_LEAVING,
  SEE_MEMBERS,
  SEE_NAMES,
  SEE_POINTERS,
  SEE_SESSION,
  SEND_MAIL,
} from './permissions.js';

/** @typedef {import('./permissions.js').Permission} Permission */
/** @typedef {{ [setting: string]: unknown, handler: string, iamRoleStatements: Permission[], events: ({ httpApi: string } | { stream: object })[] }} Definition */
/**
 * A limit for all callers of a route together, lower than that of other routes. serverless.yml has its numbers.
 * @typedef {'auth' | 'payment' | 'calendar' | 'static'} Throttle
 */

/** Where a function reads the signing keys. */
const TOKEN_SECRET = { Ref: 'TokenSecret' };
/** The service's own address. */
const SERVICE_URL = `\${file(resources/domain.js):serviceUrl}`;
const FAILED_ERASURES = { 'Fn::GetAtt': ['FailedErasures', 'Arn'] };
const FAILED_RECORDS = { 'Fn::GetAtt': ['FailedRecords', 'Arn'] };
const FAILED_MAILS = { 'Fn::GetAtt': ['FailedMails', 'Arn'] };

/** Lambda gives a function with this memory a whole core. What needs a core costs no more with it, and takes less time. */
const WHOLE_CORE = { memorySize: 1769 };

/**
 * What serves a route, which takes ANY, so that a wrong method reaches it and gets its 405.
 * @param {string} file in functions/
 * @param {string} route
 * @param {Permission[]} permissions
 */
const endpoint = (file, route, permissions) => ({
  handler: `functions/${file}.handler`,
  environment: { TOKEN_SECRET },
  iamRoleStatements: [READ_SIGNING_KEYS, ...permissions],
  events: [{ httpApi: `ANY ${route}` }],
});

/**
 * @param {Throttle} throttle
 * @param {Definition} definition
 */
const throttled = (throttle, definition) => ({ ...definition, throttle });

/**
 * An endpoint that hashes passwords or compares them.
 * @param {string} file
 * @param {string} route
 * @param {Permission[]} permissions
 */
const hashing = (file, route, permissions) =>
  throttled('auth', { ...endpoint(file, route, permissions), ...WHOLE_CORE });

/**
 * An endpoint that reads or writes much. A stage may say how many calls of it run at once.
 * @param {string} file
 * @param {string} route
 * @param {Permission[]} permissions
 */
const heavy = (file, route, permissions) => ({
  ...endpoint(file, route, permissions),
  ...WHOLE_CORE,
  reservedConcurrency: `\${param:reservedConcurrency, null}`,
});

/**
 * What needs no key and reaches no data.
 * @param {string} file
 * @param {string[]} events
 */
const open = (file, ...events) => ({
  handler: `functions/${file}.handler`,
  iamRoleStatements: [],
  events: events.map((httpApi) => ({ httpApi })),
});

/**
 * Each function: its file, its route, and all that it may do.
 * @type {Record<string, Definition & { throttle?: Throttle }>}
 */
const definitions = {
  authSignup: hashing('auth/signup', '/auth/signup', [
    COUNT_ATTEMPTS,
    mayTogether(['PutItem'], 'EMAIL', 'PERSON'),
    HAVE_MAIL_SENT,
  ]),
  authLogin: hashing('auth/login', '/auth/login', [
    may(['GetItem'], 'COUNTER', 'EMAIL', 'PERSON'),
    COUNT_ATTEMPTS,
    may(['UpdateItem'], 'PERSON'),
  ]),
  authLogout: endpoint('auth/logout', '/auth/logout', END_SESSIONS),
  authRefresh: endpoint('auth/refresh', '/auth/refresh', [SEE_SESSION, NOTE_USE]),
  // It has a mail sent before anybody knows who calls.
  authForgotPassword: throttled(
    'auth',
    endpoint('auth/forgot-password', '/auth/forgot-password', [CHECK_AND_COUNT, HAVE_MAIL_SENT]),
  ),
  authResetPassword: hashing('auth/reset-password', '/auth/reset-password', [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    HAVE_MAIL_SENT,
  ]),
  authVerifyEmail: hashing('auth/verify-email', '/auth/verify-email', [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    CHECK_AND_COUNT,
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    HAVE_MAIL_SENT,
  ]),

  accountView: endpoint('account/view', '/account', [may(['GetItem'], 'PERSON')]),
  accountUpdate: endpoint('account/update', '/account/update', CHANGE_NAMES),
  accountChangePassword: hashing('account/change-password', '/account/change-password', [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    COUNT_ATTEMPTS,
    HAVE_MAIL_SENT,
  ]),
  accountExport: heavy('account/export', '/account/export', [
    SEE_MEMBERS,
    may(['GetItem'], 'PERSON'),
    may(['Query'], 'ACCOUNT', 'EMAIL'),
    COUNT_ATTEMPTS,
  ]),
  accountDelete: hashing('account/delete', '/account/delete', [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    COUNT_ATTEMPTS,
    mayTogether(['UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    ERASE_ACCOUNTS,
  ]),
  accountErase: {
    handler: 'functions/account/erase.handler',
    // As long as a function can take. It goes on in another invocation, which Lambda would take for an endless loop.
    timeout: 900,
    recursiveLoop: 'Allow',
    maximumRetryAttempts: 2,
    destinations: { onFailure: { type: 'sqs', arn: FAILED_ERASURES } },
    iamRoleStatements: [
      SEE_LEAVING,
      REFUSE_LATE_CHANGES,
      may(['DeleteItem'], 'PERSON'),
      may(['GetItem'], 'ACCOUNT'),
      may(['Query'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
      may(['DeleteItem'], 'ACCOUNT', 'EMAIL'),
      may(['BatchWriteItem'], 'ACCOUNT', 'CLAIM'),
      mayTogether(['PutItem'], 'ACCOUNT', 'EMAIL'),
      ERASE_ACCOUNTS,
      keepIn(FAILED_ERASURES),
    ],
    events: [],
  },
  accountChangeEmail: hashing('account/change-email', '/account/change-email', [
    may(['GetItem'], 'PERSON'),
    CHECK_AND_COUNT,
    HAVE_MAIL_SENT,
  ]),
  accountSendVerification: endpoint('account/send-verification', '/account/send-verification', [
    may(['GetItem'], 'PERSON'),
    CHECK_AND_COUNT,
    HAVE_MAIL_SENT,
  ]),

  sessionsList: endpoint('sessions/list', '/account/sessions', [may(['GetItem'], 'PERSON')]),
  sessionsEnd: endpoint('sessions/end', '/account/sessions/end/{id}', END_SESSIONS),

  tokensCreate: {
    ...hashing('tokens/create', '/account/tokens/create', [
      may(['GetItem', 'UpdateItem'], 'PERSON'),
      COUNT_ATTEMPTS,
      HAVE_MAIL_SENT,
    ]),
    environment: { TOKEN_SECRET, SERVICE_URL },
  },
  tokensList: endpoint('tokens/list', '/account/tokens', [may(['GetItem'], 'PERSON')]),
  tokensEnd: endpoint('tokens/end', '/account/tokens/end/{id}', END_SESSIONS),

  eventsList: endpoint('events/list', '/events', [SEE_SESSION, SEE_NAMES, QUERY_HEADS]),
  eventsView: endpoint('events/view', '/events/view/{id}', [SEE_SESSION, SEE_NAMES, QUERY_HEADS]),
  eventsCreate: endpoint('events/create', '/events/create', [
    SEE_SESSION,
    SEE_CLAIM,
    may(['PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ]),
  eventsCopy: heavy('events/copy', '/events/copy/{id}', [
    SEE_SESSION,
    SEE_CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ]),
  eventsUpdate: endpoint('events/update', '/events/update/{id}', [
    SEE_SESSION,
    SEE_NAMES,
    SEE_CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ]),
  eventsDelete: endpoint('events/delete', '/events/delete/{id}', [
    SEE_SESSION,
    SEE_CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
  ]),

  trashList: endpoint('trash/list', '/trash', [SEE_SESSION, QUERY_HEADS, COUNT_ATTEMPTS]),
  trashRestore: endpoint('trash/restore', '/trash/restore/{id}', CHANGE_EVENTS),
  trashDelete: endpoint('trash/delete', '/trash/delete/{id}', [
    SEE_SESSION,
    SEE_CLAIM,
    may(['GetItem', 'DeleteItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM'),
  ]),

  // Invoked by the table's stream, with what was written of events.
  eventsRecord: {
    handler: 'functions/events/record.handler',
    // A history of a million entries takes a few of them to delete.
    timeout: 300,
    iamRoleStatements: [
      READ_STREAMS,
      may(['PutItem', 'BatchWriteItem'], 'HISTORY'),
      SEE_HISTORY_KEYS,
      keepIn(FAILED_RECORDS),
    ],
    events: [
      {
        stream: {
          type: 'dynamodb',
          arn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          filterPatterns: [{ dynamodb: { Keys: { SK: { S: [{ prefix: 'EVENT#' }] } } } }],
          // LATEST would skip what is written until it has begun to read.
          startingPosition: 'TRIM_HORIZON',
          batchSize: 100,
          batchWindow: 1,
          functionResponseType: 'ReportBatchItemFailures',
          bisectBatchOnFunctionError: true,
          maximumRetryAttempts: 20,
          destinations: { onFailure: { type: 'sqs', arn: FAILED_RECORDS } },
        },
      },
    ],
  },

  budgetsList: endpoint('budgets/list', '/events/{event_id}/budgets', [
    SEE_SESSION,
    SEE_NAMES,
    may(['GetItem'], 'ACCOUNT'),
  ]),
  budgetsView: endpoint('budgets/view', '/events/{event_id}/budgets/view/{id}', [
    SEE_SESSION,
    may(['GetItem'], 'ACCOUNT'),
  ]),
  budgetsCreate: endpoint('budgets/create', '/events/{event_id}/budgets/create', CHANGE_BUDGETS),
  budgetsUpdate: endpoint('budgets/update', '/events/{event_id}/budgets/update/{id}', CHANGE_BUDGETS),
  budgetsEstimate: endpoint(
    'budgets/estimate',
    '/events/{event_id}/budgets/estimate',
    CHANGE_OR_CHECK_EVENTS,
  ),
  budgetsDelete: endpoint('budgets/delete', '/events/{event_id}/budgets/delete/{id}', CHANGE_BUDGETS),
  budgetsExport: heavy('budgets/export', '/events/{event_id}/budgets/export', [
    SEE_SESSION,
    may(['GetItem'], 'ACCOUNT'),
  ]),
  budgetsImport: heavy('budgets/import', '/events/{event_id}/budgets/import', CHANGE_OR_CHECK_EVENTS),

  historyList: endpoint('history/list', '/events/{event_id}/history', [
    SEE_SESSION,
    SEE_NAMES,
    QUERY_HEADS,
    may(['Query'], 'HISTORY'),
    COUNT_ATTEMPTS,
  ]),
  historyRestore: endpoint('history/restore', '/events/{event_id}/history/restore/{version}', [
    SEE_SESSION,
    SEE_NAMES,
    SEE_CLAIM,
    QUERY_HEADS,
    may(['GetItem'], 'ACCOUNT'),
    may(['Query'], 'HISTORY'),
    may(['PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ]),

  historyClear: endpoint('history/clear', '/events/{event_id}/history/clear', [
    SEE_SESSION,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
  ]),

  // It reads up to 200 events with their budgets.
  paymentsList: throttled(
    'payment',
    heavy('payments/list', '/payments', [
      SEE_SESSION,
      SEE_NAMES,
      QUERY_HEADS,
      may(['GetItem'], 'ACCOUNT'),
      COUNT_ATTEMPTS,
    ]),
  ),
  paymentsCreate: endpoint(
    'payments/create',
    '/events/{event_id}/budgets/{budget_id}/payments/create',
    CHANGE_BUDGETS,
  ),
  paymentsUpdate: endpoint(
    'payments/update',
    '/events/{event_id}/budgets/{budget_id}/payments/update/{id}',
    CHANGE_BUDGETS,
  ),
  paymentsDelete: endpoint(
    'payments/delete',
    '/events/{event_id}/budgets/{budget_id}/payments/delete/{id}',
    CHANGE_BUDGETS,
  ),
  // It reads as much, for programs that ask again and again. No signing key: it takes a token that nobody signed.
  calendarView: throttled('calendar', {
    ...heavy('calendar/view', '/calendar.ics', []),
    environment: { SERVICE_URL },
    iamRoleStatements: [SEE_SESSION, SEE_NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT_ATTEMPTS],
  }),
  summaryView: endpoint('summary/view', '/summary', [SEE_SESSION, SEE_NAMES, QUERY_HEADS]),

  membersList: endpoint('members/list', '/events/{event_id}/members', [SEE_SESSION, SEE_MEMBERS, SEE_NAMES]),
  membersInvite: endpoint('members/invite', '/events/{event_id}/members/invite', [
    SEE_SESSION,
    SEE_NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    CHECK_AND_COUNT,
    may(['UpdateItem'], 'ACCOUNT'),
    // In transactions only, but a check doesn't have the key that says so.
    may(['ConditionCheckItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    HAVE_MAIL_SENT,
  ]),
  membersUpdate: endpoint('members/update', '/events/{event_id}/members/update/{id}', [
    SEE_SESSION,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
  ]),
  membersRemove: endpoint('members/remove', '/events/{event_id}/members/remove/{id}', [
    SEE_SESSION,
    may(['GetItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ]),

  invitationsList: endpoint('invitations/list', '/invitations', [
    SEE_SESSION,
    SEE_NAMES,
    may(['Query'], 'EMAIL'),
  ]),
  invitationsAccept: endpoint('invitations/accept', '/invitations/accept/{id}', [
    SEE_SESSION,
    SEE_NAMES,
    SEE_POINTERS,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ]),
  invitationsDecline: endpoint('invitations/decline', '/invitations/decline/{id}', [
    SEE_SESSION,
    SEE_NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ]),

  // Invoked asynchronously by the functions that have a mail to send.
  mailSend: {
    handler: 'functions/mail/send.handler',
    environment: {
      TOKEN_SECRET,
      SERVICE_URL,
    },
    // Nobody expects a mail that is a quarter of an hour late.
    maximumEventAge: 900,
    maximumRetryAttempts: 2,
    destinations: { onFailure: { type: 'sqs', arn: FAILED_MAILS } },
    iamRoleStatements: [
      READ_SIGNING_KEYS,
      may(['GetItem'], 'EMAIL', 'PERSON'),
      COUNT_ATTEMPTS,
      SEND_MAIL,
      keepIn(FAILED_MAILS),
    ],
    events: [],
  },

  systemHealth: open('system/health', 'ANY /health'),
  // What these two send is large, and browsers cache it.
  systemOpenapi: throttled('static', {
    ...open('system/openapi', 'ANY /openapi.json'),
    environment: { SERVICE_URL },
  }),
  systemDocs: throttled('static', open('system/docs', 'ANY /docs', 'ANY /docs/{file}')),
  systemResetPassword: open('system/reset-password', 'ANY /reset-password', 'ANY /reset-password/{file}'),
  systemVerifyEmail: open('system/verify-email', 'ANY /verify-email', 'ANY /verify-email/{file}'),
  systemNotFound: open('system/not-found', '*'),
};

/**
 * As serverless.yml takes them, without what it doesn't know.
 * @type {Record<string, Definition>}
 */
export const functions = Object.fromEntries(
  Object.entries(definitions).map(([name, { throttle: _, ...definition }]) => [name, definition]),
);

/** The routes that have a throttle. */
export const throttledRoutes = Object.values(definitions).flatMap(({ throttle, events }) =>
  throttle ? events.flatMap((event) => ('httpApi' in event ? { route: event.httpApi, throttle } : [])) : [],
);
