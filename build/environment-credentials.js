// The SDK's own provider chain looks in many more places than a function has, and loads an HTTP client for it.
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
