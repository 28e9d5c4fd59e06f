import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { resumeErasures, resumeHistoryErasures } from './erasures.js';
import { serveFromSources } from './functions.js';
import { leaveAnswersToFunctions } from './gateway.js';
import { keptDatabase } from './kept-database.js';
import { startMailbox } from './mailbox.js';
import { checkPort, freePort } from './port.js';
import { recordWrites } from './recorder.js';
import { createTable, MissingIndexError } from './table.js';
import { TableStream } from './table-stream.js';
import { announcement, muteRoutes, printRequests } from './terminal.js';
import { keptTokenKey } from './token-key.js';
import { rejectWebPagesAt } from './web-pages.js';

/** Files that are kept between starts. */
const FOLDER = '.local';
const DATABASE = join(FOLDER, 'database');
const MAILS = join(FOLDER, 'mail');

/**
 * Gives `serverless offline` a database with its table, a signing key and a mailbox, like AWS gives the deployed service.
 */
export default class LocalPlugin {
  /** @param {Serverless} serverless */
  constructor({ service, pluginManager }) {
    this.service = service;
    this.pluginManager = pluginManager;
    let unmute = () => {};
    this.hooks = {
      'before:offline:start': () => this.start(),
      'before:offline:start:init': async () => {
        await this.start();
        unmute = muteRoutes();
      },
      'after:offline:start:init': () => {
        unmute();
        this.adoptGateway();
        this.announce();
        this.recordWrites();
        return this.resumeErasures();
      },
    };
  }

  async start() {
    const { provider, functions, custom, resources } = this.service;
    const { host, httpPort } = custom['serverless-offline'];
    await checkPort(host, httpPort).catch(({ message }) => giveUp(message));
    await makePrivate(FOLDER).catch(({ message }) => giveUp(`${FOLDER} can't be used. ${message}`));
    serveFromSources(functions);
    // All functions share this process, its environment, and what they have parsed of it.
    process.env['TOKEN_KEYS'] ||= await this.tokenKey();
    process.env['SERVICE_URL'] = `http://localhost:${httpPort}`;
    for (const { environment } of Object.values(functions)) {
      delete environment?.['TOKEN_SECRET'];
      delete environment?.['SERVICE_URL'];
    }
    process.env['AWS_REGION'] = provider.region;
    // As on AWS, where functions have no profile. Emulators accept any credentials, but the SDK requires some.
    delete process.env['AWS_PROFILE'];
    process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
    await this.startMail(custom['serverless-offline']);
    // Each request already has a line in the terminal, so the functions log only problems.
    process.env['POWERTOOLS_LOG_LEVEL'] ??= 'WARN';
    const table = resources.Resources.Table.Properties;
    const own = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    if (own) await createTable(table, own).catch((error) => giveUp(unusable(own, error)));
    else process.env['AWS_ENDPOINT_URL_DYNAMODB'] = await this.startDatabase(table);
    this.database = own || DATABASE;
    // Before any function writes.
    const stream = new TableStream(table.TableName ?? '', process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
    await stream.open().catch((error) => giveUp(unusable(this.database ?? '', error)));
    this.stream = stream;
    await this.upgradeEvents();
  }

  /**
   * Has the SDK invoke functions in this process, and send mails to the mailbox.
   * @param {{ host: string, lambdaPort: number }} offline
   */
  async startMail(offline) {
    offline.lambdaPort = await freePort(offline.host);
    rejectWebPagesAt(offline.lambdaPort);
    process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://${offline.host}:${offline.lambdaPort}`;
    process.env['AWS_ENDPOINT_URL_SESV2'] ||= (await startMailbox(MAILS)).endpoint;
  }

  async tokenKey() {
    const file = join(FOLDER, 'token-key');
    return keptTokenKey(file).catch(({ message }) => giveUp(`${file} can't be used. ${message}`));
  }

  async upgradeEvents() {
    const before = process.env;
    const { TABLE_NAME, ERASE_FUNCTION, ERASE_HISTORIES_FUNCTION } = this.service.provider.environment;
    // Another object, because the configuration is parsed once for each.
    process.env = { ...before, TABLE_NAME, ERASE_FUNCTION, ERASE_HISTORIES_FUNCTION };
    try {
      // Not needed for a deployment.
      const { upgradeTable } = await import('../build/upgrade.ts');
      const upgraded = await upgradeTable();
      if (upgraded > 0) console.log(`${upgraded} events of version 0.4 were upgraded.`);
    } catch (error) {
      console.error(`Events could not be upgraded. ${error}`);
    } finally {
      process.env = before;
    }
  }

  /** @param {import('./table.js').TableDefinition} table */
  async startDatabase(table) {
    // Never closed: what it has answered is in its log, and requests in flight outlive the signal to stop.
    const { endpoint } = await keptDatabase(DATABASE, table).catch((error) =>
      giveUp(`${DATABASE} can't be opened. ${error.message}`),
    );
    return endpoint;
  }

  adoptGateway() {
    const offline = this.pluginManager.plugins.find((plugin) => plugin.internals);
    if (!offline?.internals) return;
    const server = offline.internals().getApiGatewayServer();
    leaveAnswersToFunctions(server);
    printRequests(server);
  }

  recordWrites() {
    const { name = '' } = this.service.functions['eventsRecord'] ?? {};
    if (this.stream) void recordWrites(this.stream, name);
  }

  async resumeErasures() {
    const {
      TABLE_NAME = '',
      ERASE_FUNCTION = '',
      ERASE_HISTORIES_FUNCTION = '',
    } = this.service.provider.environment;
    await resumeErasures(TABLE_NAME, ERASE_FUNCTION).catch(({ message }) =>
      console.error(`Deleted accounts could not be looked for. ${message}`),
    );
    await resumeHistoryErasures(TABLE_NAME, ERASE_HISTORIES_FUNCTION).catch(({ message }) =>
      console.error(`Deleted histories could not be looked for. ${message}`),
    );
  }

  announce() {
    const { httpPort } = this.service.custom['serverless-offline'];
    console.log(announcement(`http://localhost:${httpPort}`, this.database ?? '', MAILS));
  }
}

/**
 * Makes a folder that only its owner may enter, also if it is there already: its key and its mails log in.
 * @param {string} folder
 */
async function makePrivate(folder) {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
}

/** @param {string} endpoint @param {Error & { code?: string }} error */
const unusable = (endpoint, error) =>
  error instanceof MissingIndexError
    ? `The database at ${endpoint} is from an older version. ${error.message} Delete the table, then start again.`
    : `The database at ${endpoint} can't be used: ${error.message || error.code}`;

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
 * @property {Record<string, { name: string, handler: string, environment?: Record<string, string> }>} functions
 * @property {{ 'serverless-offline': { host: string, httpPort: number, lambdaPort: number } }} custom
 * @property {{ Resources: { Table: { Properties: import('./table.js').TableDefinition } } }} resources
 */
