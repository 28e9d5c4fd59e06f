/** The rooms of lib that know what the service is about. */
const DOMAIN = '^lib/(accounts|budgets|erasure|events|export|invitations|members|payments|summary|tokens)/';

/** All that lib may import from outside, and the rooms that may. Nothing here starts a process or opens a file. */
const HOMES = {
  '@aws-lambda-powertools': 'log',
  '@aws-sdk/(client|lib|util)-dynamodb|@smithy': 'dynamodb',
  '@aws-sdk/client-lambda': 'aws',
  '@aws-sdk/client-sesv2': 'mail',
  '@middy': 'http',
  '@types/aws-lambda': 'aws|http',
  'bcryptjs|jose': 'auth',
  'csv-parse|csv-stringify': 'csv',
  'gzip:.*': 'pages',
  'async_hooks|buffer|crypto|net|timers|util|zlib|zod': '.*',
};

/** @param {string} name */
const outside = (name) => `^(node_modules/)?(${name})(/|$)`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  { name: 'no circle of files', from: {}, to: { circular: true } },
  { name: 'no circle of folders', scope: 'folder', from: {}, to: { circular: true } },
  {
    name: 'functions import only lib, and zod for what stands in one contract alone',
    from: { path: '^functions/' },
    to: { pathNot: ['^lib/', '^openapi\\.json$', outside('zod')] },
  },
  {
    name: 'lib imports only lib, and what has a home',
    from: { path: '^lib/' },
    to: { pathNot: ['^lib/', ...Object.keys(HOMES).map(outside)] },
  },
  ...Object.entries(HOMES).map(([name, home]) => ({
    name: `${name} is imported by lib/${home} only`,
    from: { path: '^lib/', pathNot: `^lib/(${home})(/|\\.ts$)` },
    to: { path: outside(name) },
  })),
  {
    name: 'only the domain knows the domain',
    from: { path: '^lib/', pathNot: DOMAIN },
    to: { path: DOMAIN },
  },
  {
    name: 'only the domain, sessions and claims know the database',
    from: { path: '^(functions|lib)/', pathNot: [DOMAIN, '^lib/(auth|dynamodb|idempotency)/'] },
    to: { path: '^lib/dynamodb/' },
  },
  {
    name: 'only static files know HTTP',
    from: { path: '^lib/', pathNot: '^lib/(http|pages)/' },
    to: { path: '^lib/http/' },
  },
  {
    name: 'only local/dynalite knows dynalite and LevelDB',
    from: { pathNot: '^(tests/)?local/dynalite/' },
    to: { path: outside('dynalite|level') },
  },
  {
    name: 'others know of local/dynalite only how to start the database',
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
