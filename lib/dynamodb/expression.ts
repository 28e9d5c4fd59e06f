/** The names that lead to an attribute of an item, from the outermost map inwards. */
export type Path = readonly string[];

/** Collects the names and values of an expression and gives a placeholder for each. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  path(path: Path): string {
    return path.map((name) => this.#name(name)).join('.');
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  #name(name: string): string {
    const known = Object.keys(this.names).find((placeholder) => this.names[placeholder] === name);
    const placeholder = known ?? `#n${Object.keys(this.names).length}`;
    this.names[placeholder] = name;
    return placeholder;
  }
}

/** The attribute at a path of an item; `undefined` if there is none. */
export function attributeAt(item: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return item;
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return undefined;
  return attributeAt(new Map(Object.entries(item)).get(name), rest);
}
