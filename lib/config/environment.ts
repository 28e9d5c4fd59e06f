/** An environment variable is missing or invalid. The message has its name, never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** All variables. No function changes them. Whoever does, such as a test, gives the process another object. */
export const environment = (): NodeJS.ProcessEnv => process.env;

/** The value of an environment variable; `undefined` if it is missing or empty. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

export function required(name: string): string {
  const value = variable(name);
  if (value === undefined) throw new ConfigError(`${name} is not set`);
  return value;
}

export function integer(name: string, standard: number, [min, max]: [number, number]): number {
  const value = Number(variable(name) ?? standard);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

/** The value of a variable that must match a pattern. The error says `what` the pattern allows. */
export function matching(name: string, standard: string, pattern: RegExp, what: string): string {
  const value = variable(name) ?? standard;
  if (!pattern.test(value)) throw new ConfigError(`${name} must be ${what}`);
  return value;
}
