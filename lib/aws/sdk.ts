import { variable } from '../config/environment.ts';
import { authorized } from './call.ts';
import { Sha256 } from './sha256.ts';

/** The SDK's defaults, set explicitly so that it doesn't look for config files on a cold start. */
const defaults = {
  retryMode: 'standard' as const,
  defaultsMode: 'legacy' as const,
  authSchemePreference: [],
  disableClockSkewCorrection: false,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: '',
};

/** Environment variables that send the SDK's requests elsewhere, such as to an emulator. */
const ENDPOINTS = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SESV2',
];

interface Timeouts {
  /** Timeout of one attempt. */
  timeoutMs: number;
  maxAttempts: number;
}

/** Settings of an SDK client. The SDK's environment variables set its region, endpoint and credentials. */
export const sdkSettings = ({ timeoutMs, maxAttempts }: Timeouts) => ({
  ...defaults,
  maxAttempts,
  sha256: Sha256,
  // Otherwise the SDK would look for an endpoint in config files.
  ignoreConfiguredEndpointUrls: ENDPOINTS.every((name) => variable(name) === undefined),
  requestHandler: {
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    throwOnRequestTimeout: true,
  },
});

/** Commands that only read the table. */
const READS = ['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand'];

type Send<Command, Output> = (command: Command) => Promise<Output>;

const afterAuthorization =
  <Command, Output>(next: Send<Command, Output>, { commandName = '' }: { commandName?: string }) =>
  async (command: Command): Promise<Output> => {
    if (!READS.includes(commandName)) await authorized();
    return next(command);
  };

interface SdkClient {
  middlewareStack: {
    add: (
      middleware: typeof afterAuthorization,
      place: { step: 'initialize'; name: string; priority: 'high' },
    ) => void;
  };
}

/** Holds every request of an SDK client but reads of the table until the call is authorized. */
export function guarded<Client extends SdkClient>(client: Client): Client {
  client.middlewareStack.add(afterAuthorization, {
    step: 'initialize',
    name: 'authorization',
    priority: 'high',
  });
  return client;
}
