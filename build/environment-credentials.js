import { fromEnv } from '@aws-sdk/credential-provider-env';
import { memoize } from '@smithy/core/config';

/**
 * Reads the credentials once, because a function's never change. The SDK's own provider chain looks in many more places than a
 * function has, and loads an HTTP client for it.
 */
export const defaultProvider = () => memoize(fromEnv());
