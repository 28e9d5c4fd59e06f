import { createRequire } from 'node:module';
import { functions } from './functions.js';

/** The framework's names of its resources. It has no types. */
export const naming = createRequire(import.meta.url)('serverless/lib/plugins/aws/lib/naming.js');

const routed = Object.entries(functions).flatMap(([name, { events }]) =>
  events.some((event) => 'httpApi' in event) ? [name] : [],
);

/** The role as which API Gateway invokes the functions that have a route, and no others. */
export const gatewayRole = {
  Resources: {
    GatewayRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' }, Action: 'sts:AssumeRole' },
          ],
        },
        Policies: [
          {
            PolicyName: 'invoke',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                {
                  Effect: 'Allow',
                  Action: ['lambda:InvokeFunction'],
                  Resource: routed.map((name) => ({
                    'Fn::GetAtt': [naming.getLambdaLogicalId(name), 'Arn'],
                  })),
                },
              ],
            },
          },
        ],
      },
    },
  },
  extensions: Object.fromEntries(
    routed.map((name) => [
      naming.getHttpApiIntegrationLogicalId(name),
      { Properties: { CredentialsArn: { 'Fn::GetAtt': ['GatewayRole', 'Arn'] } } },
    ]),
  ),
};
