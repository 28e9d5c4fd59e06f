import * as z from 'zod/mini';
import { markdownTable } from '../build/markdown-table.ts';
import { functions } from '../resources/functions.js';

const INTRODUCTION = `# What functions may do

\`npm run openapi\` makes this page of [lib/permissions.ts](../lib/permissions.ts), the endpoints' contracts and
[resources/functions.js](../resources/functions.js). It shows the IAM role of each function: its actions on items of the table, by
the beginning of their partition keys, and its actions elsewhere. All functions may write to the log.

- **Names in brackets**: only these attributes and the keys. A write returns no others.
- **in \`heads\`**: in this index only.
- **together**: in transactions only.
`;

const KEYS = ['PERSON', 'EMAIL', 'ACCOUNT', 'LINK', 'HISTORY', 'HISTORY_PART', 'CLAIM', 'COUNTER'];

/** A statement of an IAM role, as resources/permissions.js makes it. */
const statement = z.object({
  Action: z.array(z.string()),
  Resource: z.unknown(),
  Condition: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
});
type Statement = z.output<typeof statement>;

/** The values that a statement has for a condition. */
const valuesOf = ({ Condition }: Statement, name: string): string[] =>
  Object.values(Condition).flatMap(({ [`dynamodb:${name}`]: values = [] }) =>
    z.array(z.string()).parse([values].flat()),
  );

const hasKey = (each: Statement, key: string) => valuesOf(each, 'LeadingKeys').includes(`${key}#*`);

/** What a statement permits with items of the table. */
function actionsOf(each: Statement): string {
  const [first, , ...attributes] = valuesOf(each, 'Attributes');
  return [
    each.Action.map((action) => action.replace('dynamodb:', '')).join(', '),
    ...(first ? [`(${attributes.join(', ') || 'none'})`] : []),
    ...(JSON.stringify(each.Resource).includes('/index/heads') ? ['in `heads`'] : []),
    ...(valuesOf(each, 'EnclosingOperation').length > 0 ? ['together'] : []),
  ].join(' ');
}

/** What a statement permits elsewhere. */
function elsewhere({ Action, Resource }: Statement): string {
  const [, invoked] = /environment\.(\w+)/.exec(JSON.stringify(Resource)) ?? [];
  return [Action.join(', '), ...(invoked ? [`(${invoked})`] : [])].join(' ');
}

/** The document that shows what each function may do. */
export function permissionsDocument(): string {
  const rows = Object.entries(functions).map(([name, { iamRoleStatements }]) => {
    const statements = z.array(statement).parse(iamRoleStatements);
    const others = statements.filter((each) => !KEYS.some((key) => hasKey(each, key)));
    return [
      `\`${name}\``,
      ...KEYS.map((key) => statements.filter((each) => hasKey(each, key)).map(actionsOf)),
      others.map(elsewhere),
    ].map((cell) => [cell].flat().join('; '));
  });
  return `${INTRODUCTION}\n${markdownTable(['Function', ...KEYS.map((key) => `\`${key}#\``), 'elsewhere'], rows, '---')}\n`;
}
