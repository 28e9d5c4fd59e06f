import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws if no server can listen on the port. serverless-offline would say so with a stack trace.
 * @param {string} host
 * @param {unknown} port
 */
export async function checkPort(host, port) {
  if (!/^[1-9]\d{0,4}$/.test(String(port)) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, and is «${port}».`);
  }
  const server = createServer().listen(Number(port), host);
  await once(server, 'listening').catch(() => {
    throw new Error(`Port ${port} is in use. Set PORT to another one.`);
  });
  server.close();
  await once(server, 'close');
}

/**
 * A port that no server listens on.
 * @param {string} host
 */
export async function freePort(host) {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
