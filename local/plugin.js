import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTable, startDatabase } from './database.js';
import { leaveAnswersToFunctions } from './gateway.js';
import { watchBundles } from './hot-reload.js';
import { keptTokenKey } from './token-key.js';

/** Files that are kept between starts. */
const FOLDER = '.local';

/**
 * Gives `serverless offline` a database with its table and a signing key, like AWS gives the deployed service.
 */
export default class LocalPlugin {
  /** @param {Serverless} serverless */
  constructor({ service, pluginManager }) {
    this.service = service;
    this.pluginManager = pluginManager;
    const start = () => this.start();
    this.hooks = {
      'before:offline:start': start,
      'before:offline:start:init': start,
      'after:offline:start:init': () => {
        this.adoptGateway();
        this.announce();
      },
    };
  }

  async start() {
    const { provider, functions, resources, custom } = this.service;
    const { host, httpPort } = custom['serverless-offline'];
    if (!isPort(httpPort)) giveUp(`PORT must be a number from 1 to 65535, and is «${httpPort}».`);
    await freePort(host, Number(httpPort)).catch(() =>
      giveUp(`Port ${httpPort} is in use. Set PORT to another one.`),
    );
    watchBundles();
    const tokenKeys = process.env['TOKEN_KEYS'] || (await this.tokenKey());
    for (const { environment } of [provider, ...Object.values(functions)]) {
      if (environment) environment['TOKEN_KEYS'] = tokenKeys;
    }
    process.env['AWS_REGION'] = provider.region;
    const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'] || (await this.startDatabase());
    // As on AWS, where functions have no profile. Emulators accept any credentials, but the SDK requires some.
    delete process.env['AWS_PROFILE'];
    process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
    await createTable(resources.Resources.Table.Properties, endpoint).catch((error) =>
      giveUp(`The database at ${endpoint} has no table and takes none: ${error.message || error.code}`),
    );
  }

  async tokenKey() {
    const file = join(FOLDER, 'token-key');
    return keptTokenKey(file).catch(({ message }) => giveUp(`${file} can't be read. ${message}`));
  }

  async startDatabase() {
    const folder = join(FOLDER, 'database');
    // Never closed: confirmed writes are in its log, and requests in flight continue after the stop signal.
    const { endpoint } = await startDatabase(folder).catch((error) =>
      giveUp(`${folder} can't be opened. ${error.message}`),
    );
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
    return endpoint;
  }

  adoptGateway() {
    const offline = this.pluginManager.plugins.find((plugin) => plugin.internals);
    if (offline?.internals) leaveAnswersToFunctions(offline.internals().getApiGatewayServer());
  }

  announce() {
    const { httpPort } = this.service.custom['serverless-offline'];
    const url = `http://localhost:${httpPort}`;
    console.log(`
The service is at ${url}. A first call:

  curl ${url}/auth/signup -d '{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com","password":"correct horse"}'
`);
  }
}

/** @param {unknown} port */
const isPort = (port) => /^[1-9]\d{0,4}$/.test(String(port)) && Number(port) < 65_536;

/** @param {string} host @param {number} port */
async function freePort(host, port) {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/**
 * @param {string} message
 * @returns {never}
 */
function giveUp(message) {
  console.error(message);
  process.exit(1);
}

/** @typedef {{ service: Service, pluginManager: { plugins: Plugin[] } }} Serverless */
/** @typedef {{ internals?: () => { getApiGatewayServer: () => import('@hapi/hapi').Server } }} Plugin */
/**
 * @typedef {object} Service
 * @property {{ region: string, environment: Record<string, string> }} provider
 * @property {Record<string, { environment?: Record<string, string> }>} functions
 * @property {{ 'serverless-offline': { host: string, httpPort: number } }} custom
 * @property {{ Resources: { Table: { Properties: import('./database.js').TableDefinition } } }} resources
 */
