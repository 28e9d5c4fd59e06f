// Stands for the SDK's endpoint discovery, which no request of the service uses. Both parts are needed to make a client.

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};

/**
 * Copies the client's settings: V8 takes seven times as long to copy those that the SDK has extended step by step, and the SDK
 * copies them several times in each request.
 *
 * @param {object} settings
 */
export const resolveEndpointDiscoveryConfig = (settings) => ({ ...settings });
