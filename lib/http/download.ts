/** File systems allow 255 bytes. */
const MAX_LENGTH = 60;

/** Tells browsers to save a response as a file. Of a title, only letters, digits, `_` and `-` get into its name. */
export function attachment(title: string, ending: string): string {
  const start = [...title].slice(0, MAX_LENGTH).join('');
  const named = (text: string, others: RegExp) => `${text.replaceAll(others, ' ').trim()} ${ending}`.trim();
  const ascii = named(start.normalize('NFKD').replaceAll(/\p{M}/gu, ''), /[^A-Za-z0-9_-]+/g);
  const extended = encodeURIComponent(named(start, /[^\p{L}\p{M}\p{N}_-]+/gu));
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
