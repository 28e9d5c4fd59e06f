/** What in lib knows nothing of what the service is about: these rooms, and the files outside of rooms. The rest is its domain. */
const BASE = '^lib/((auth|aws|config|csv|dynamodb|http|idempotency|lists|mail|mcp|money|system)/|[^/]+$)';

/** All that lib may import from outside, and the rooms that may. Nothing here starts a process or opens a file. */
const HOMES = {
  '@aws-lambda-powertools': 'log',
  '@aws-sdk/(client|lib|util)-dynamodb': 'dynamodb',
  '@aws-sdk/(client-secrets-manager|credential-provider-env)': 'aws',
  '@aws-sdk/client-sesv2': 'mail',
  '@middy': 'http',
  '@smithy/(node-http-handler|signature-v4)': 'aws',
  '@smithy/core': 'aws|dynamodb',
  '@types/aws-lambda': 'aws|http|mcp',
  'bcryptjs|jose|otpauth': 'auth',
  'csv-parse|csv-stringify': 'csv',
  'ical-generator': 'calendar',
  'gzip:.*': 'system',
  'async_hooks|buffer|crypto|net|timers|url|util|zlib|zod': '.*',
};

/** @param {string} name */
const outside = (name) => `^(node_modules/)?(${name})(/|$)`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  {
    name: 'no circle of files',
    comment: 'Move what both files need to a file that imports neither.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no circle of folders',
    comment:
      'Move the file that closes the circle to the folder that needs it, or what both need to a third.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'functions import only lib, and zod for what stands in one contract alone',
    comment: 'Move the code to a subject in lib, and import it from there.',
    // Its tools are other functions.
    from: { path: '^functions/', pathNot: '^functions/system/mcp\\.ts$' },
    to: { pathNot: ['^lib/', '^openapi\\.json$', outside('zod')] },
  },
  {
    name: 'lib imports only lib, and what has a home',
    comment:
      'Is it a new package? Choose the one folder of lib that imports it, and add it to HOMES in .dependency-cruiser.js.',
    from: { path: '^lib/' },
    to: { pathNot: ['^lib/', ...Object.keys(HOMES).map(outside)] },
  },
  ...Object.entries(HOMES).map(([name, home]) => ({
    name: `${name} is imported by lib/${home} only`,
    comment: `Import a function of lib/${home} instead. If there is none, add it there.`,
    from: { path: '^lib/', pathNot: `^lib/(${home})(/|\\.ts$)` },
    to: { path: outside(name) },
  })),
  {
    name: 'only the domain knows the domain',
    comment: `Pass what it needs as an argument. A new folder that knows no subject of the service belongs to BASE in .dependency-cruiser.js.`,
    from: { path: BASE },
    to: { path: '^lib/', pathNot: BASE },
  },
  {
    name: 'only the domain, sessions and idempotency records know the database',
    comment: 'Read or write in a subject of lib, such as lib/plan/repository.ts, and call that.',
    from: { path: ['^functions/', BASE], pathNot: '^lib/(auth|dynamodb|idempotency)/' },
    to: { path: '^lib/dynamodb/' },
  },
  {
    name: 'only static files and assistants know HTTP',
    comment:
      'Throw an error of lib/errors.ts. Statuses and headers are the business of functions and lib/http.',
    from: { path: '^lib/', pathNot: '^lib/(http|mcp|system)/' },
    to: { path: '^lib/http/' },
  },
  {
    name: 'only local/dynalite knows dynalite and LevelDB',
    comment: 'Start the database with local/dynalite/database.js.',
    from: { pathNot: '^(tests/)?local/dynalite/' },
    to: { path: outside('dynalite|level') },
  },
  {
    name: 'others know of local/dynalite only how to start the database',
    comment: 'Import local/dynalite/database.js instead.',
    from: { pathNot: '^local/dynalite/' },
    to: { path: '^local/dynalite/', pathNot: '^local/dynalite/database\\.js$' },
  },
];

/**
 * Which files may import which. Imports of types count too.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
