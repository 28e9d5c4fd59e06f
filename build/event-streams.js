/**
 * Stands for the SDK's module of responses in parts, which the service never asks for. The SDK loads it only when it is
 * needed. For that, esbuild would put it and all that it imports, half of the SDK, into functions.
 */
function unused() {
  throw new Error('The bundles have no event streams: see build/event-streams.js');
}

export { unused as EventStreamSerde, unused as eventStreamSerdeProvider };

/** Runs when a client is made. @param {object} settings */
export const resolveEventStreamSerdeConfig = (settings) => settings;
