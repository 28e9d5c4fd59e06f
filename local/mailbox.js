import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { rejectWebPages } from './web-pages.js';

/** @typedef {{ endpoint: string, stop: () => Promise<void> }} Mailbox */
/** @typedef {{ FromEmailAddress: string, Destination: { ToAddresses: string[] }, Content: { Simple: { Subject: { Data: string }, Body: { Text: { Data: string } } } } }} Email */

/**
 * Starts a server that stands in for Amazon SES: it keeps each mail as a file, and prints its subject, recipient and path.
 * @param {string} folder
 * @returns {Promise<Mailbox>}
 */
export async function startMailbox(folder) {
  await mkdir(folder, { recursive: true });
  const server = createServer(async (request, response) => {
    try {
      await keep(folder, /** @type {Email} */ (await json(request)));
      send(response, 200, { MessageId: randomUUID() });
    } catch (error) {
      // What is no mail is rejected for good. Another one could not be kept now, and is sent again.
      const isOfDisk = error instanceof Error && 'code' in error;
      send(response, isOfDisk ? 503 : 400, { message: String(error) });
    }
  });
  rejectWebPages(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let mails = 0;

/**
 * @param {string} folder
 * @param {Email} email
 */
async function keep(folder, { FromEmailAddress, Destination, Content: { Simple } }) {
  mails += 1;
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const file = join(folder, `${time}-${mails}.txt`);
  const to = Destination.ToAddresses.join(', ');
  const lines = [
    `From: ${FromEmailAddress}`,
    `To: ${to}`,
    `Subject: ${Simple.Subject.Data}`,
    '',
    Simple.Body.Text.Data,
  ];
  // Links in it log in, so nobody else on this machine may read it.
  await writeFile(file, lines.join('\n'), { mode: 0o600 });
  console.log(`mail "${Simple.Subject.Data}" to ${to} ${file}`);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {object} body
 */
function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
