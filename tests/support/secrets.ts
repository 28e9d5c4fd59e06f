import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Starts a server in place of Secrets Manager, with one secret. It is not there while `value` is undefined. */
export async function startSecrets(value: string | undefined) {
  const secrets = { value, reads: [] as unknown[], endpoint: '', stop: async () => {} };
  const server = createServer(async (request, response) => {
    secrets.reads.push(await json(request));
    response
      .writeHead(secrets.value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(
        JSON.stringify(
          secrets.value === undefined
            ? { __type: 'ResourceNotFoundException', message: 'It is deleted' }
            : { SecretString: secrets.value },
        ),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  secrets.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  secrets.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return secrets;
}
