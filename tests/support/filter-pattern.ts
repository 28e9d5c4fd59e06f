/** Whether a metric filter counts a line of a log. Knows the part of CloudWatch's patterns that the template uses. */
export function isCounted(pattern: string, line: object): boolean {
  const tokens = pattern.match(/[{}()]|&&|\|\||!?=|\$[.\w]+|"[^"]*"/g) ?? [];
  const next = () => tokens.shift() ?? '';
  const either = (): boolean => joined('||', () => joined('&&', term));

  function joined(operator: '||' | '&&', operand: () => boolean): boolean {
    const values = [operand()];
    while (tokens[0] === operator) {
      next();
      values.push(operand());
    }
    return operator === '||' ? values.includes(true) : !values.includes(false);
  }

  function term(): boolean {
    const selector = next();
    if (selector === '(' || selector === '{') {
      const value = either();
      next();
      return value;
    }
    const isEqual = next() === '=';
    return (fieldOf(line, selector) === JSON.parse(next())) === isEqual;
  }

  return either();
}

const fieldOf = (line: object, selector: string): unknown =>
  selector
    .split('.')
    .slice(1)
    .reduce<unknown>((value, name) => new Map(Object.entries(value ?? {})).get(name), line);
