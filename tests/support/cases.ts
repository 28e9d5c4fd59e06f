/** Test cases of field values, with names that are short enough for a test list. */
export const named = (cases: [field: string, value: unknown, message?: string][]) =>
  cases.map(([field, value, message]) => ({ name: `the ${field} ${brief(value)}`, field, value, message }));

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'left out';
  return text.length > 40 ? `${text.slice(0, 12)}… of ${[...String(value)].length} characters` : text;
}
