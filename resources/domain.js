/** @typedef {{ resolveVariable: (name: string) => Promise<string> }} Configuration */

/**
 * The API's own domain, if one is set.
 * @param {Configuration} configuration
 */
export async function domain({ resolveVariable }) {
  const DomainName = await resolveVariable("env:DOMAIN_NAME, ''");
  const CertificateArn = await resolveVariable("env:CERTIFICATE_ARN, ''");
  // build/stage-settings.js stops if only one of them is set.
  if (!DomainName || !CertificateArn) return {};
  return {
    // So that no client relies on the address that AWS chose.
    extensions: { HttpApi: { Properties: { DisableExecuteApiEndpoint: true } } },
    Resources: {
      Domain: {
        Type: 'AWS::ApiGatewayV2::DomainName',
        Properties: {
          DomainName,
          DomainNameConfigurations: [{ CertificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
        },
      },
      DomainMapping: {
        Type: 'AWS::ApiGatewayV2::ApiMapping',
        Properties: {
          ApiId: { Ref: 'HttpApi' },
          DomainName: { Ref: 'Domain' },
          Stage: { Ref: 'HttpApiStage' },
        },
      },
    },
    Outputs: { DomainTarget: { Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] } } },
  };
}

/**
 * The service's own address.
 * @param {Configuration} configuration
 */
export async function serviceUrl({ resolveVariable }) {
  const name = await resolveVariable("env:DOMAIN_NAME, ''");
  return name ? `https://${name}` : { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] };
}
