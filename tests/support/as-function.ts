import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { ERASE_ACCOUNTS, ERASE_HISTORIES, HAVE_MAIL_SENT, type Permission } from '../../lib/permissions.ts';
import { functions } from '../../resources/functions.js';
import { statementOf } from '../../resources/permissions.js';
import { permissionFor, permit, requestsOf } from './permissions.ts';

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
