// Stands for the SDK's endpoint discovery, which no request of the service uses. Both parts are needed to make a client.

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};

/** @param {object} settings */
export const resolveEndpointDiscoveryConfig = (settings) => settings;
