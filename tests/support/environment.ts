let original: NodeJS.ProcessEnv | undefined;

/** Sets a variable until {@link resetVariables}. The service parses an environment once, so the process gets another one. */
export function setVariable(name: string, value: string | undefined): void {
  original ??= process.env;
  process.env = { ...process.env, [name]: value };
}

/** Gives the process the environment that it had before {@link setVariable}. */
export function resetVariables(): void {
  process.env = original ?? process.env;
  original = undefined;
}
