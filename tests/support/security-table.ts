import { readFileSync } from 'node:fs';
import { routes } from '../../resources/definitions.ts';

const document = readFileSync('SECURITY.md', 'utf8');

/** The text of a section of SECURITY.md. */
export const securitySection = (heading: string): string =>
  document.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

/** The rows of a section's table: an operation, the name of its function, and what each column says. */
export const securityTable = (heading: string) =>
  [...securitySection(heading).matchAll(/^\| `(GET|POST) (\/\S+)` \| (.*) \|$/gm)].map(
    ([, method, path = '', cells = '']) => ({
      operation: `${method} ${path}`,
      name: routes.find(({ route }) => route === `ANY ${path}`)?.name ?? '',
      cells: cells.split(' | '),
    }),
  );
