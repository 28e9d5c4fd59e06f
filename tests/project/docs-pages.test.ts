import { describe, expect, it } from 'vitest';
import { addressOf, guidePage } from '../../build/docs/guide.ts';
import { DOCUMENTS } from '../../build/docs/page.ts';
import { referencePage } from '../../build/docs/reference.ts';
import { document } from '../support/contract.ts';
import { anchorsOf } from '../support/documents.ts';

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const reference = referencePage('openapi.json');
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const hrefsIn = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);

describe.each(Object.keys(DOCUMENTS))('the page of %s', (file) => {
  const page = guidePage(`docs/${file}`);

  it('has the anchors of its headings, each once', () => {
    expect(idsIn(page)).toEqual(anchorsOf(`docs/${file}`));
  });

  it('links only to what the service has, and to other sites', () => {
    const ids = idsIn(page);
    const targets = idsIn(reference);
    for (const href of hrefsIn(page)) {
      const [path, anchor = ''] = href.split('#');
      if (path === '') expect(ids).toContain(anchor);
      else if (path === '/docs' && anchor) expect(targets).toContain(anchor);
      else expect(path).toMatch(/^(\/docs(\/[\w.]+)?|\/openapi\.json|data:,|https:\/\/.*)$/);
    }
  });
});

describe('a link of a document', () => {
  it('leads to the reference for an operation', () => {
    expect(guidePage('docs/api.md')).toContain(
      '<a href="/docs#authRefresh"><code>POST /auth/refresh</code></a>',
    );
  });

  it.each([
    ['#lists', '', '#lists'],
    ['https://example.com/a', '', 'https://example.com/a'],
    ['/docs', '', '/docs'],
    ['../openapi.json', '', '/openapi.json'],
    ['api.md#lists', '', '/docs/api.md#lists'],
    ['../README.md#a-first-call', '', ''],
    [
      '../README.md#a-first-call',
      'https://example.com/you',
      'https://example.com/you/blob/main/README.md#a-first-call',
    ],
    ['operating.md', 'https://example.com/you', 'https://example.com/you/blob/main/docs/operating.md'],
  ])('from %s, with the repository %s, leads to %s', (href, repository, address) => {
    expect(addressOf(href, repository)).toBe(address);
  });
});

describe('the page of operations', () => {
  const articles = new Map(
    reference.split('<article ').flatMap((html) => {
      const [, id = ''] = /^id="(\w+)"/.exec(html) ?? [];
      return id ? [[id, html] as const] : [];
    }),
  );

  it('has no id twice', () => {
    expect(idsIn(reference)).toHaveLength(new Set(idsIn(reference)).size);
  });

  it('quotes the values of a parameter', () => {
    expect(articles.get('budgetsExport')).toContain(
      '<small>query, &#34;.&#34; or &#34;,&#34;, optional</small>',
    );
  });

  it.each(operations)(
    'shows the parameters and responses of $operationId',
    ({ operationId, ...operation }) => {
      const html = articles.get(operationId);
      for (const { name, in: place } of operation.parameters ?? [])
        expect(html).toContain(`name="${name}" data-in="${place}"`);
      for (const status of Object.keys(operation.responses)) expect(html).toContain(`<summary>${status} `);
    },
  );
});
