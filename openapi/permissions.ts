import * as z from 'zod/mini';
import { markdownTable } from '../build/markdown-table.ts';
import { functions } from '../resources/functions.js';

const INTRODUCTION = `# What functions may do

\`npm run generate\` makes this page of [lib/permissions.ts](../../lib/permissions.ts), the endpoints' contracts and
[resources/functions.js](../../resources/functions.js). It shows the IAM role of each function: its actions on items of the table, by
the beginning of their partition keys, and its actions elsewhere. All functions may write to the log.

- **Names in brackets**: only these attributes and the keys. A write returns no others.
- **in \`heads\`**: in this index only.
- **together**: in transactions only.
`;

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

/** Prefixes of the partition keys of a statement. */
const keysOf = (each: Statement): string[] =>
  valuesOf(each, 'LeadingKeys').flatMap((key) => /^(.+)\*$/.exec(key)?.[1] ?? []);

/** Permissions of a statement on items of the table. */
function actionsOf(each: Statement): string {
  const [first, , ...attributes] = valuesOf(each, 'Attributes');
  return [
    each.Action.map((action) => action.replace('dynamodb:', '')).join(', '),
    ...(first ? [`(${attributes.join(', ') || 'none'})`] : []),
    ...(JSON.stringify(each.Resource).includes('/index/heads') ? ['in `heads`'] : []),
    ...(valuesOf(each, 'EnclosingOperation').length > 0 ? ['together'] : []),
  ].join(' ');
}

/** Permissions of a statement elsewhere. */
function elsewhere({ Action, Resource }: Statement): string {
  const [, invoked] = /environment\.(\w+)/.exec(JSON.stringify(Resource)) ?? [];
  return [Action.join(', '), ...(invoked ? [`(${invoked})`] : [])].join(' ');
}

/** The document that shows what each function may do. */
export function permissionsDocument(): string {
  const all = Object.entries(functions).map(([name, { iamRoleStatements }]) => ({
    name,
    statements: z.array(statement).parse(iamRoleStatements),
  }));
  const keys = [...new Set(all.flatMap(({ statements }) => statements.flatMap(keysOf)))];
  const rows = all.map(({ name, statements }) =>
    [
      `\`${name}\``,
      ...keys.map((key) => statements.filter((each) => keysOf(each).includes(key)).map(actionsOf)),
      statements.filter((each) => keysOf(each).length === 0).map(elsewhere),
    ].map((cell) => [cell].flat().join('; ')),
  );
  return `${INTRODUCTION}\n${markdownTable(['Function', ...keys.map((key) => `\`${key}\``), 'elsewhere'], rows, '---')}\n`;
}
