import { readFileSync } from 'node:fs';

/** The anchors of a document's headings, as GitHub makes them. */
export const anchorsOf = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
