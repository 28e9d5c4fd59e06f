import { styleText } from 'node:util';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { IS_FULL, SEED } from './scale.ts';

/** How many files end before a line says so. In a terminal, vitest itself shows how many have ended. */
const EVERY = 10;

/** Says how far a run is where there is no terminal, and at its end what was left out. */
export class ProgressReporter implements Reporter {
  #files = 0;
  #ended = 0;
  #isPart = false;

  onInit({ config }: Vitest): void {
    this.#isPart = config.testNamePattern !== undefined;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#ended = 0;
  }

  onTestModuleEnd(): void {
    this.#ended += 1;
    if (!process.stdout.isTTY && this.#ended % EVERY === 0)
      console.log(`${this.#ended} of ${this.#files} files`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPart) return;
    const lines = modules.flatMap((module) => {
      const { length } = [...module.children.allTests('skipped')];
      return length > 0 ? `Skipped ${length} of ${module.relativeModuleId}: what they need isn't here.` : [];
    });
    lines.push(`SEED=${SEED} repeats the random tests.`);
    if (!IS_FULL)
      lines.push(
        'Not run: tests/faults, tests/package, slow tests, operators’ programs, the embedded database, the demo, ' +
          'and pages in a browser. FULL_TESTS=1 npm test runs them.',
      );
    for (const line of lines) console.log(styleText('yellow', line));
  }
}
