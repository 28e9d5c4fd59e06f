import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { afterAll } from 'vitest';
import { tableDefinition } from '../../resources/definitions.ts';

/** A running `moto_server`, as in MOTO_URL=http://127.0.0.1:5000. */
const MOTO = String(process.env['MOTO_URL']);
export const STAGE = 'trial';
export const STACK = `event-budget-${STAGE}`;
export const RESERVED = 20;

const CHANGES = /^(?:Create|Update|Delete|Put|Restore|Tag|Transact|BatchWrite|Invoke)/;

/** What a request asks for: REST services have it in method and path. */
function operationOf(method: string, path: string, target: unknown): string {
  if (typeof target === 'string') return target.replace(/^.*\./, '');
  const kind = { PUT: 'Put', DELETE: 'Delete', POST: 'Create' }[method] ?? 'Get';
  return path.includes('/functions/') || path.includes('/event-source-mappings') ? `${kind} ${path}` : 'Get';
}

interface Cut {
  /** How many changes are made before the program is cut off. */
  after: number;
  /** The last one is made, but its answer is lost. */
  isLost: boolean;
}

/** Answers what moto doesn't know; `undefined` if it does. */
type Answer = (operation: string, body: string) => string | undefined | Promise<undefined>;

/** A proxy in front of moto. It restores to a point in time what `backup` has, and may cut off its client. */
export async function startProxy() {
  const state: { backup: string; cut: Cut | undefined; changes: string[]; answer: Answer } = {
    ...{ backup: '', cut: undefined, changes: [], answer: () => undefined },
  };
  /** The caps of tables, which moto forgets. */
  const caps = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    let body: string | Buffer = await buffer(request);
    const operation = operationOf(method, url, headers['x-amz-target']);
    const own = await state.answer(operation === 'Get' ? url : operation, String(body));
    if (own !== undefined) return void response.end(own);
    const isChange = CHANGES.test(operation);
    const { cut, changes } = state;
    const isCutOff = () => cut !== undefined && changes.length > cut.after;
    if (isCutOff()) return void response.destroy();
    if (isChange) changes.push(operation);
    if (isCutOff() && !cut?.isLost) return void response.destroy();
    const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])
      sent.delete(name);
    if (operation === 'RestoreTableToPointInTime') {
      // moto would copy the table as it is.
      const { TargetTableName } = JSON.parse(String(body));
      body = JSON.stringify({ TargetTableName, BackupArn: state.backup });
      sent.set('x-amz-target', 'DynamoDB_20120810.RestoreTableFromBackup');
    }
    const given = method === 'GET' || method === 'DELETE' ? {} : { body };
    const answer = await fetch(`${MOTO}${url}`, { method, headers: sent, ...given });
    let content = Buffer.from(await answer.arrayBuffer());
    if (operation === 'UpdateTable') {
      const { TableName, OnDemandThroughput: cap } = JSON.parse(String(body));
      if (cap) caps.set(TableName, cap);
    }
    if (/^DeleteTable|^RestoreTable/.test(operation)) caps.clear();
    if (operation === 'DescribeTable' && answer.ok) {
      const { Table } = JSON.parse(String(content));
      const OnDemandThroughput = caps.get(Table.TableName);
      content = Buffer.from(JSON.stringify({ Table: { ...Table, OnDemandThroughput } }));
    }
    if (isCutOff()) return void response.destroy();
    const { 'content-encoding': _, 'transfer-encoding': __, ...others } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, { ...others, 'content-length': String(content.length) }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const role = {
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    },
  },
};

export const lambda = (name: string, further = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    ...{ FunctionName: `${STACK}-${name}`, Runtime: 'nodejs24.x', Handler: 'index.handler' },
    ...{ Role: { 'Fn::GetAtt': ['Role', 'Arn'] }, Code: { ZipFile: '0' }, ...further },
  },
});

/** What moto knows of the stack: it takes neither the API nor the secret. */
const TEMPLATE = {
  Resources: {
    Role: role,
    FunctionsLogGroup: {
      Type: 'AWS::Logs::LogGroup',
      Properties: { LogGroupName: `/aws/lambda/${STACK}`, RetentionInDays: 60 },
    },
    FailedRecords: { Type: 'AWS::SQS::Queue', Properties: {} },
    EventsListLambdaFunction: lambda('eventsList'),
    PaymentsListLambdaFunction: lambda('paymentsList', { ReservedConcurrentExecutions: RESERVED }),
    EventsRecordLambdaFunction: lambda('eventsRecord'),
    AccountEraseLambdaFunction: lambda('accountErase'),
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        ...tableDefinition,
        TableName: STACK,
        OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
        DeletionProtectionEnabled: true,
        // moto reads `Enabled`.
        SSESpecification: { SSEEnabled: true, Enabled: true },
      },
    },
  },
  Outputs: { TableName: { Value: { Ref: 'Table' } } },
};

/** Empties moto, and deploys the stack to it. */
export async function deploy(endpoint: string, further = {}): Promise<void> {
  await fetch(`${MOTO}/moto-api/reset`, { method: 'POST' });
  const client = new CloudFormationClient({ endpoint });
  const Tags = Object.entries({ service: 'event-budget', stage: STAGE }).map(([Key, Value]) => ({
    Key,
    Value,
  }));
  const TemplateBody = JSON.stringify({ ...TEMPLATE, Resources: { ...TEMPLATE.Resources, ...further } });
  await client.send(new CreateStackCommand({ StackName: STACK, TemplateBody, Tags }));
  // A restored table is newer than its backup, by moto's clock of milliseconds.
  await setTimeout(20);
}
