/** No preference. The SDK wants an array that it could change. */
const authSchemePreference: string[] = [];

/** The SDK's defaults, set explicitly so that it doesn't look for config files on a cold start. */
const defaults = {
  retryMode: 'standard',
  defaultsMode: 'legacy',
  authSchemePreference,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: '',
} as const;

interface Patience {
  /** Timeout of one attempt. */
  timeoutMs: number;
  maxAttempts: number;
}

/** Settings of an SDK client. The SDK's environment variables set its region, endpoint and credentials. */
export const sdkSettings = ({ timeoutMs, maxAttempts }: Patience) => ({
  ...defaults,
  maxAttempts,
  requestHandler: {
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    throwOnRequestTimeout: true,
  },
});
