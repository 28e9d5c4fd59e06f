/** A Markdown table. Its columns are aligned to the right, but for the first one, unless `others` says something else. */
export const markdownTable = (head: string[], rows: (string | number)[][], others = '---:'): string =>
  [head, head.map((_, n) => (n === 0 ? '---' : others)), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
