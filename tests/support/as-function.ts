import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import * as permissions from '../../lib/permissions.ts';
import { ERASE_ACCOUNTS, ERASE_HISTORIES, HAVE_MAIL_SENT, type Permission } from '../../lib/permissions.ts';
import { functions } from '../../resources/functions.js';
import { statementOf } from '../../resources/permissions.js';

const item = z.optional(z.object({ PK: z.string() }));
const expression = z._default(z.string(), '');
const action = z.object({
  Key: item,
  Item: item,
  IndexName: z.optional(z.string()),
  KeyConditionExpression: expression,
  ProjectionExpression: expression,
  ConditionExpression: expression,
  UpdateExpression: expression,
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
  ExpressionAttributeValues: z._default(z.record(z.string(), z.unknown()), {}),
  ReturnValues: z._default(z.string(), 'NONE'),
});
type Action = z.output<typeof action>;
const actions = z.array(z.record(z.string(), action));
const transaction = z.object({ TransactItems: actions });
const batch = z.object({ RequestItems: z.record(z.string(), actions) });

/** The actions of a request, with their names in policies. */
function actionsOf(operation: string, input: unknown): (readonly [name: string, action: Action])[] {
  if (operation.startsWith('Transact')) {
    const parts = transaction.parse(input).TransactItems.flatMap((part) => Object.entries(part));
    return parts.map(([kind, part]) => [`${kind}Item`, part]);
  }
  if (!operation.startsWith('Batch')) return [[operation, action.parse(input)]];
  const parts = Object.values(batch.parse(input).RequestItems).flat();
  return parts.flatMap((part) => Object.values(part)).map((part) => [operation, part]);
}

/** How the partition key of an action's item begins. */
function keyIn({ Key, Item, KeyConditionExpression, ExpressionAttributeValues }: Action): string {
  const [, value = ''] = /PK = (:\w+)/.exec(KeyConditionExpression) ?? [];
  return String(Key?.PK ?? Item?.PK ?? ExpressionAttributeValues[value]).replace(/#.*/s, '#*');
}

/** The attributes that an action names, but not those within them. */
function attributesIn({ ProjectionExpression, ExpressionAttributeNames, ...action }: Action): string[] {
  const text = `${ProjectionExpression} ${action.ConditionExpression} ${action.UpdateExpression}`;
  const named = (text.match(/(?<!\.)#\w+/g) ?? []).map((name) => ExpressionAttributeNames[name] ?? '');
  return [...named, ...(ProjectionExpression.match(/(?<![.#\w])\w+/g) ?? [])];
}

/** What policies can tell of a request: of each action of a transaction by itself, but with the keys of all. */
function requestsOf(command: string, input: unknown) {
  const operation = command.replace('Command', '');
  const found = actionsOf(operation, input);
  const keys = [...new Set(found.map(([, each]) => keyIn(each)))];
  return found.map(([name, each]) => ({
    action: name,
    index: each.IndexName,
    conditions: {
      'dynamodb:LeadingKeys': keys,
      'dynamodb:Attributes': attributesIn(each),
      'dynamodb:Select': [each.ProjectionExpression ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES'],
      'dynamodb:ReturnValues': [each.ReturnValues],
      // A check doesn't have it.
      'dynamodb:EnclosingOperation': name === operation || name === 'ConditionCheckItem' ? [] : [operation],
    },
  }));
}

type Requested = ReturnType<typeof requestsOf>[number];

const statement = z.object({
  Action: z.array(z.string()),
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
});

/** Whether one of these statements permits a request. */
function permit(statements: unknown[] = [], { action, index, conditions }: Requested): boolean {
  const on = index ? { 'Fn::Sub': `\${Table.Arn}/index/${index}` } : { 'Fn::GetAtt': ['Table', 'Arn'] };
  const given = new Map<string, string[]>(Object.entries(conditions));
  return statements.some((each) => {
    const { Action = [], Resource, Condition = {} } = statement.safeParse(each).data ?? {};
    const required = Object.entries(Condition).flatMap(([operator, allowed]) =>
      Object.entries(allowed).map(([key, values]) => isMet(operator, given.get(key) ?? [], [values].flat())),
    );
    return (
      Action.includes(`dynamodb:${action}`) && isDeepStrictEqual(Resource, on) && !required.includes(false)
    );
  });
}

/** Whether the values that a request has for a condition meet it. */
function isMet(operator: string, given: string[], allowed: string[]): boolean {
  if (operator === 'Null') return allowed.includes(String(given.length === 0));
  return (operator !== 'StringEquals' || given.length > 0) && given.every((value) => allowed.includes(value));
}

const named = Object.entries(permissions).flatMap(([name, permission]) =>
  typeof permission === 'function' ? [] : [{ name, statements: [permission].flat().map(statementOf) }],
);

/** The permissions that have a name and would permit a request, or one as lib/permissions.ts makes it. */
function permissionFor(request: Requested): string {
  const permitting = named.filter(({ statements }) => permit(statements, request));
  const names = permitting.map(({ name }) => name).sort();
  if (names.length > 0) return names.join(' or ');
  const { 'dynamodb:LeadingKeys': keys, ...conditions } = request.conditions;
  const isPart = conditions['dynamodb:Select'].includes('SPECIFIC_ATTRIBUTES');
  const make = isPart
    ? 'maySee'
    : conditions['dynamodb:EnclosingOperation'].length > 0
      ? 'mayTogether'
      : 'may';
  const given = [
    ...keys.map((key) => key.replace('#*', '')),
    ...(isPart ? conditions['dynamodb:Attributes'] : []),
  ];
  return `${make}(['${request.action}'], ${given.map((each) => `'${each}'`).join(', ')})`;
}

interface Call {
  permissions: unknown[];
  /** What else it would need on AWS. */
  missing: Set<string>;
}

const calls = new AsyncLocalStorage<Call>();

documentClient().middlewareStack.add(
  (next, { commandName = '' }) =>
    (command) => {
      const call = calls.getStore();
      for (const request of call ? requestsOf(commandName, command.input) : [])
        if (!permit(call?.permissions, request)) call?.missing.add(permissionFor(request));
      return next(command);
    },
  { step: 'initialize', name: 'permissions' },
);

const INVOCATIONS = [
  { variable: 'MAIL_FUNCTION', name: 'HAVE_MAIL_SENT', permission: HAVE_MAIL_SENT },
  { variable: 'ERASE_FUNCTION', name: 'ERASE_ACCOUNTS', permission: ERASE_ACCOUNTS },
  { variable: 'ERASE_HISTORIES_FUNCTION', name: 'ERASE_HISTORIES', permission: ERASE_HISTORIES },
];
const started = z.object({ request: z.object({ path: z.string() }) });

/** The client for Lambda can't be reached here, but Node.js tells of each HTTP request. */
const HTTP_REQUESTS = 'http.client.request.start';

const isPermitted = (permission: Permission, call?: Call) =>
  call?.permissions.some((statement) => isDeepStrictEqual(statement, statementOf(permission)));

function watchInvocations(message: unknown): void {
  const call = calls.getStore();
  const { path } = started.parse(message).request;
  for (const { variable, name, permission } of INVOCATIONS)
    if (path.includes(`/functions/${process.env[variable]}/`) && !isPermitted(permission, call))
      call?.missing.add(name);
}

/** Does the work of a function. Throws if the function's role would not permit what it asks of DynamoDB and Lambda. */
export async function asFunction<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const call = { permissions: functions[name]?.iamRoleStatements ?? [], missing: new Set<string>() };
  subscribe(HTTP_REQUESTS, watchInvocations);
  const result = await calls.run(call, work).finally(() => unsubscribe(HTTP_REQUESTS, watchInvocations));
  if (call.missing.size === 0) return result;
  throw new Error(`Add to the permissions of ${name}: ${[...call.missing].join(', ')}`);
}
