/** The names and list indexes that lead to an attribute of an item, from the outermost inwards. */
export type Path = readonly (string | number)[];

/** Gives a placeholder for each name and value of an expression. */
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
