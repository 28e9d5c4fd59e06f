import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTable, startDatabase } from './database.js';
import { refuseInJson } from './gateway.js';
import { bundlesChanged, watchBundles } from './hot-reload.js';
import { keptTokenKey } from './token-key.js';

/** What is kept between starts. */
const FOLDER = '.local';

/**
 * Gives `serverless offline` what AWS gives the deployed service: a database with its table, and a signing key.
 */
export default class LocalPlugin {
  /** @type {import('./database.js').Database | undefined} */
  database;

  /** @param {Serverless} serverless */
  constructor({ service, pluginManager }) {
    this.service = service;
    this.pluginManager = pluginManager;
    const start = () => this.start();
    this.hooks = {
      'before:offline:start': start,
      'before:offline:start:init': start,
      'after:offline:start:init': () => this.announce(),
      'before:offline:functionsUpdated:cleanup': bundlesChanged,
      'before:offline:start:end': () => this.database?.stop(),
    };
  }

  async start() {
    const { provider, resources, custom } = this.service;
    const { host, httpPort } = custom['serverless-offline'];
    await orExit(freePort(host, httpPort), `Port ${httpPort} is in use. Set PORT to another one.`);
    watchBundles();
    provider.environment['TOKEN_KEYS'] = await keptTokenKey(join(FOLDER, 'token-key'));
    process.env['AWS_REGION'] = provider.region;
    const endpoint =
      process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? (await this.startDatabase(join(FOLDER, 'database')));
    await orExit(createTable(resources.Resources.Table.Properties, endpoint), `No database at ${endpoint}`);
  }

  /** @param {string} folder */
  async startDatabase(folder) {
    this.database = await startDatabase(folder);
    delete process.env['AWS_PROFILE'];
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: this.database.endpoint,
      // Any credentials will do, but the SDK sends nothing without some.
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    return this.database.endpoint;
  }

  announce() {
    const offline = this.pluginManager.plugins.find((plugin) => plugin.internals);
    if (offline?.internals) refuseInJson(offline.internals().getApiGatewayServer());
    const { httpPort } = this.service.custom['serverless-offline'];
    const url = `http://localhost:${httpPort}`;
    console.log(`
The service is at ${url}. A first call:

  curl ${url}/auth/signup -d '{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com","password":"correct horse"}'
`);
  }
}

/** @param {string} host @param {number} port */
async function freePort(host, port) {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** @param {Promise<unknown>} step @param {string} complaint */
async function orExit(step, complaint) {
  try {
    await step;
  } catch (error) {
    console.error(complaint, error instanceof Error ? `(${error.message})` : '');
    process.exit(1);
  }
}

/** @typedef {{ service: Service, pluginManager: { plugins: Plugin[] } }} Serverless */
/** @typedef {{ internals?: () => { getApiGatewayServer: () => import('@hapi/hapi').Server } }} Plugin */
/**
 * @typedef {object} Service
 * @property {{ region: string, environment: Record<string, string> }} provider
 * @property {{ 'serverless-offline': { host: string, httpPort: number } }} custom
 * @property {{ Resources: { Table: { Properties: import('./database.js').TableDefinition } } }} resources
 */
