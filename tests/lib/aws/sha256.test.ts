import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { Sha256 as SdkSha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runAuthorized } from '../../../lib/aws/call.ts';
import { Sha256 } from '../../../lib/aws/sha256.ts';
import { connect } from '../../../lib/dynamodb/client.ts';

type Secret = ConstructorParameters<typeof Sha256>[0];

function digestOf(made: typeof Sha256 | typeof SdkSha256, secret: Secret, contents: Uint8Array[]) {
  const hash = new made(secret);
  for (const content of contents) hash.update(content);
  return hash.digest();
}

const bytes = fc.uint8Array({ maxLength: 200 });
const secrets = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  bytes,
  bytes.map((all) => all.subarray(1)),
  bytes.map(({ buffer }) => new DataView(buffer)),
  bytes.map((all) => Uint8Array.from(all).buffer),
  fc.constant(undefined),
);

it('a digest is that of the SDK, byte by byte', async () => {
  const contents = fc.array(bytes, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(secrets, contents, async (secret, contents) => {
      const digest = await digestOf(Sha256, secret, contents);
      expect([...digest]).toEqual([...(await digestOf(SdkSha256, secret, contents))]);
    }),
  );
});

it.each([
  // FIPS 180-4, RFC 4231.
  [undefined, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [undefined, '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'Jefe',
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
])('with the key %j, %j has the digest of its standard', async (secret, content, digest) => {
  expect(Buffer.from(await digestOf(Sha256, secret, [Buffer.from(content)])).toString('hex')).toBe(digest);
});

it('a request to DynamoDB is signed as by the SDK', async () => {
  const client = connect(1_000);
  let request = new HttpRequest({});
  client.middlewareStack.add(
    () => async (sent) => {
      if (HttpRequest.isInstance(sent.request)) ({ request } = sent);
      throw new Error('This is not sent');
    },
    { step: 'deserialize', priority: 'low' },
  );
  const get = new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'ä' }, SK: { S: 'x' } } });
  await expect(runAuthorized(() => client.send(get))).rejects.toThrow('This is not sent');
  const signedAt = String(request.headers['x-amz-date']).replace(
    /(..)(..)T(..)(..)(..)Z/,
    '-$1-$2T$3:$4:$5Z',
  );
  const signer = new SignatureV4({
    ...{ service: 'dynamodb', region: 'eu-central-1', credentials: fromEnv(), sha256: SdkSha256 },
  });
  const signed = await signer.sign(request, { signingDate: new Date(signedAt) });
  expect(request.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 .*Signature=\w{64}$/);
  expect(signed.headers['authorization']).toBe(request.headers['authorization']);
});
