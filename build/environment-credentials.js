// The SDK's own chain would look in many more places than a function has, and load an HTTP client to do it.
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
