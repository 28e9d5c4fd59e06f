import { escaped } from '../../lib/system/escaped.ts';

/** The documents that `/docs` has as pages, with their names there. */
export const DOCUMENTS: Record<string, string> = { 'api.md': 'Guide', 'files.md': 'Files' };

interface Page {
  /** Its name among the pages of `/docs`. */
  name: string;
  /** HTML, as are the next ones. */
  tools?: string;
  list: string;
  main: string;
  script?: string;
}

/** A page of `/docs`, as HTML. */
export function pageOf({ name, tools = '', list, main, script }: Page): string {
  const documents = Object.entries(DOCUMENTS).map(([file, title]) => ({ title, href: `/docs/${file}` }));
  // An address with nothing but `#` keeps the page, and with it the token.
  const links = [{ title: 'Reference', href: name === 'Reference' ? '#' : '/docs' }, ...documents].map(
    ({ title, href }) =>
      `<a href="${href}"${title === name ? ' aria-current="page"' : ''}>${escaped(title)}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)} – Event Budget Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/theme.css">
<link rel="stylesheet" href="/docs/docs.css">
${script ? `<script type="module" src="/docs/${script}"></script>` : ''}
</head>
<body class="${name.toLowerCase()}">
<div class="side">
<header><p>${links.join(' ')}</p>${tools}</header>
<nav aria-label="Contents">${list}</nav>
</div>
<main>${main}</main>
</body>
</html>
`;
}
