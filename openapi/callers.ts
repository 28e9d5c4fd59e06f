import { markdownTable } from '../build/markdown-table.ts';
import type { Role } from '../lib/auth/roles.ts';
import type { Contract } from '../lib/http/contract.ts';
import { onlyThemselves } from '../lib/members/repository.ts';
import { documentedOperations } from './document.ts';

const INTRODUCTION = `# Who may call what

\`npm run openapi\` makes this page of the endpoints' contracts. It shows which tokens an endpoint takes, and, for an event that is
shared with the caller, which roles it takes. An owner may do everything.

- **yes in all columns**: the endpoint ignores the token.
- **no**: 401 without a token or with that of a calendar or a share link, 403 with another one, or in that role. Without a role in
  the event, the response is 404. The calendar takes its own token in the address, and everything else is 404 there. Everything
  but the token of a share link is 401 at \`/shared-event\`.
- **password**: the body must have the account's password, because the endpoint ignores access tokens.
- **themselves**: members can remove themselves, but nobody else.
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

/** What access tokens may have, in the order of their columns. */
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
