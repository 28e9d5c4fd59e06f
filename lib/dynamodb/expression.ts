/** The names and list indexes that lead to an attribute of an item, from the outermost inwards. */
export type Path = readonly (string | number)[];

/** The value at a path of an item; `undefined` if there is none. */
export const valueAt = (item: unknown, path: Path): unknown => path.reduce(entryOf, item);

/** A number leads into a list, and a name into a map. */
function entryOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  const isEntry = typeof value === 'object' && typeof step === 'string' && Object.hasOwn(Object(value), step);
  return isEntry ? Object(value)[step] : undefined;
}

/** Collects the names and values of an expression and gives a placeholder for each. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
  readonly #placeholders = new Map<string, string>();

  path(path: Path): string {
    return path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${this.#name(step)}`))
      .join('')
      .slice(1);
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  #name(name: string): string {
    const placeholder = this.#placeholders.get(name) ?? `#n${this.#placeholders.size}`;
    this.#placeholders.set(name, placeholder);
    this.names[placeholder] = name;
    return placeholder;
  }
}
