/** Cases of a field's value, each with a name short enough for a list of tests. */
export const named = (cases: [field: string, value: unknown, message?: string][]) =>
  cases.map(([field, value, message]) => ({ name: `the ${field} ${brief(value)}`, field, value, message }));

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'left out';
  return text.length > 40 ? `${text.slice(0, 12)}… of ${[...String(value)].length} characters` : text;
}
