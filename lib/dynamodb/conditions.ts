import { Expression, type Path } from './expression.ts';

/** Collects the conditions of one write. All of them have to hold. */
export class Conditions {
  protected readonly expression: Expression;
  readonly #conditions: string[] = [];

  constructor(expression = new Expression()) {
    this.expression = expression;
  }

  protected get condition(): string {
    return this.#conditions.join(' AND ');
  }

  ifExists(path: Path): this {
    return this.#add(`attribute_exists(${this.expression.path(path)})`);
  }

  ifAbsent(path: Path): this {
    return this.#add(`attribute_not_exists(${this.expression.path(path)})`);
  }

  ifEquals(path: Path, value: unknown): this {
    return this.#add(`${this.expression.path(path)} = ${this.expression.value(value)}`);
  }

  ifBelow(path: Path, max: number): this {
    return this.#add(`${this.expression.path(path)} < ${this.expression.value(max)}`);
  }

  /** Holds if a map has fewer entries. */
  ifSmaller(path: Path, size: number): this {
    return this.#add(`size(${this.expression.path(path)}) < ${this.expression.value(size)}`);
  }

  /** Holds if the attribute has one of at most 100 values, or always if they are undefined. */
  ifOneOf(path: Path, values: unknown[] | undefined): this {
    if (!values) return this;
    const list = values.map((value) => this.expression.value(value)).join(', ');
    return this.#add(`${this.expression.path(path)} IN (${list})`);
  }

  /** Holds if a list or a set lacks the value. */
  ifLacks(path: Path, value: unknown): this {
    return this.#add(`NOT contains(${this.expression.path(path)}, ${this.expression.value(value)})`);
  }

  /** Holds if all conditions of one of the groups hold. */
  ifAny(...groups: ((group: Conditions) => unknown)[]): this {
    const conditions = groups.map((fill) => {
      const group = new Conditions(this.expression);
      fill(group);
      return group.condition;
    });
    return this.#add(`(${conditions.join(' OR ')})`);
  }

  #add(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }
}
