import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SecretUnavailableError } from '../errors.ts';
import { sdkSettings } from './sdk.ts';

/** Short, so that a call that waits for it still responds in time. */
const TIMEOUTS = { timeoutMs: 1_500, maxAttempts: 2 };

let client: SecretsManagerClient | undefined;

/** Reads a secret. Throws `SecretUnavailableError`. It is no part of a call, so it waits for no authorization and isn't aborted. */
export async function readSecret(arn: string): Promise<string> {
  client ??= new SecretsManagerClient(sdkSettings(TIMEOUTS));
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return SecretString;
  } catch (cause) {
    throw new SecretUnavailableError('The secret could not be read', { cause });
  }
}
