/**
 * The identities in SES that may send from MAIL_FROM: the address itself, or its domain.
 * @param {{ resolveVariable: (name: string) => Promise<string> }} configuration
 */
export async function identities({ resolveVariable }) {
  const from = await resolveVariable('param:mailFrom');
  // A role needs a resource. Nobody can verify a name in .invalid.
  const names = from ? [from, from.replace(/^.*@/, '')] : ['unset.invalid'];
  return names.map((name) => ({
    'Fn::Sub': `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:identity/${name}`,
  }));
}
