import { readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { Marked } from 'marked';
import { escaped } from '../../lib/system/escaped.ts';
import { addressIn } from '../../resources/runbook.js';
import { openApiIn } from './openapi.ts';
import { DOCUMENTS, pageOf } from './page.ts';

const { repository } = Object(JSON.parse(readFileSync('package.json', 'utf8')));

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Where a link of a document in `docs` leads to, or nothing: the service doesn't have all files. */
export function addressOf(href: string, home: Parameters<typeof addressIn>[0] = repository) {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', ...anchor] = href.split('#');
  if (path === '../openapi.json') return '/openapi.json';
  if (path in DOCUMENTS) return `/docs/${href}`;
  const address = addressIn(home, posix.join('docs', path));
  return address && [address, ...anchor].join('#');
}

let ids: Map<string, string> | undefined;

/** The id of an operation in the reference. `npm start` makes no page, and reads none, until it is called. */
function idOf(name: string): string | undefined {
  ids ??= new Map(
    openApiIn('openapi.json').operations.map(({ method, path, operationId }) => [
      `${method} ${path}`,
      operationId,
    ]),
  );
  return ids.get(name);
}

const markdown = new Marked({
  renderer: {
    codespan({ text }) {
      const id = idOf(text);
      const code = `<code>${escaped(text)}</code>`;
      return id ? `<a href="/docs#${id}">${code}</a>` : code;
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = addressOf(href);
      return address ? `<a href="${address}">${text}</a>` : text;
    },
  },
  hooks: {
    // A table that is wider than the screen scrolls, also by keyboard.
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
});

/** A paragraph's Markdown, as HTML. */
export const inline = (text: string): string => markdown.parseInline(text, { async: false });

/** The Markdown of a document, as HTML. */
export const blocks = (text: string): string => markdown.parse(text, { async: false });

/** The page of a document in `docs`. */
export function guidePage(path: string): string {
  const text = readFileSync(path, 'utf8');
  const items = markdown
    .lexer(text)
    .flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [String(token.text)] : []))
    .map((heading) => `<li><a href="#${anchorOf(heading)}">${inline(heading)}</a></li>`);
  const name = DOCUMENTS[basename(path)] ?? '';
  return pageOf({ name, list: `<ul>${items.join('')}</ul>`, main: blocks(text) });
}
