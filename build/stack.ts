import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { stackName } from './stage.ts';

const resource = z.object({ Type: z.string(), Properties: z._default(z.looseObject({}), {}) });
const template = z.object({ Resources: z.record(z.string(), resource) });

const deployedApi = z.object({ CorsConfiguration: z.object({ AllowOrigins: z.array(z.string()) }) });

const deployedFunction = z.object({
  FunctionName: z.string(),
  ReservedConcurrentExecutions: z.optional(z.int()),
});

const deployedTable = z.object({
  DeletionProtectionEnabled: z.boolean(),
  OnDemandThroughput: z.object({ MaxReadRequestUnits: z.int(), MaxWriteRequestUnits: z.int() }),
  StreamSpecification: z.object({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') }),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }),
});

/** What is deployed as a stage: functions and table as the template has them, tags and outputs. */
export async function readStack(stage: string) {
  const StackName = stackName(stage);
  const cloudFormation = new CloudFormationClient();
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
  const { TemplateBody = '' } = await cloudFormation.send(new GetTemplateCommand({ StackName }));
  const { Resources } = template.parse(JSON.parse(TemplateBody));
  const ofType = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  return {
    name: StackName,
    ofType,
    origins: ofType('AWS::ApiGatewayV2::Api').flatMap(
      ({ Properties }) => deployedApi.parse(Properties).CorsConfiguration.AllowOrigins,
    ),
    functions: ofType('AWS::Lambda::Function').map(({ Properties }) => deployedFunction.parse(Properties)),
    table: deployedTable.parse(Resources['Table']?.Properties),
    tags: (stack?.Tags ?? []).map(({ Key = '', Value = '' }) => ({ Key, Value })),
    outputs: Object.fromEntries((stack?.Outputs ?? []).map((each) => [each.OutputKey, each.OutputValue])),
  };
}

export type Stack = Awaited<ReturnType<typeof readStack>>;
