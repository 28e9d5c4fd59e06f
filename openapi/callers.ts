import { markdownTable } from '../build/markdown-table.ts';
import type { Role } from '../lib/auth/roles.ts';
import type { Contract } from '../lib/http/contract.ts';
import { onlyThemselves } from '../lib/members/repository.ts';
import { documentedOperations } from './document.ts';

const INTRODUCTION = `# Who may call what

\`npm run generate\` makes this page of the endpoints' contracts. It shows which tokens an endpoint takes, and which
roles in an event that is shared with the caller. The owner may do everything.

- **yes in all columns**: the endpoint ignores the token.
- **no**: 403, but 401 without a token or with that of a calendar or a share link. Without a role in the event, the response is 404.
  \`/calendar.ics\` takes its token in the address, and responds 404 to everything else. \`/shared-event\` responds 401 to everything
  but its token.
- **password**: the call needs the account's password in the body. An access token is ignored.
- **themselves**: members can remove only themselves.
`;

const COLUMNS = [
  'Endpoint',
  'no token',
  'session token',
  'access token: `read`',
  'access token: `write`',
  'access token: `calendar`',
  'share link',
  'editor',
  'viewer',
];

/** The document that shows who may call each endpoint. */
export async function callersDocument(): Promise<string> {
  const rows = (await documentedOperations()).map(({ path, contract }) => [
    `\`${contract.method} ${path}\``,
    ...byToken(contract),
    ...byRole(contract),
  ]);
  return `${INTRODUCTION}\n${markdownTable(COLUMNS, rows, '---')}\n`;
}

/** Access levels of tokens, in the order of their columns. */
const HELD = ['read', 'write', 'calendar'] as const;

const yesOrNo = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');

/** Without a token, by session, by each kind of access token, and by share link. */
function byToken({ authentication: { scheme, access } }: Contract): string[] {
  if (scheme === 'none') return ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'];
  if (scheme === 'optional') return ['password', 'yes', 'password', 'password', 'password', 'password'];
  return [
    'no',
    yesOrNo(scheme === 'bearer'),
    ...HELD.map((held) => yesOrNo(access?.includes(held) ?? false)),
    yesOrNo(scheme === 'link'),
  ];
}

/** By editors and by viewers. */
function byRole({ roles, forbidden }: Contract): string[] {
  if (!roles) return ['', ''];
  const yes = forbidden?.includes(onlyThemselves) ? 'themselves' : 'yes';
  return (['editor', 'viewer'] satisfies Role[]).map((role) => (roles.includes(role) ? yes : 'no'));
}
