import type { Choices } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { start } from '../../support/stepping.ts';

/** A request of a call, and what there was before and after it. */
export interface Step<State> {
  /** The number of the call. */
  by: number;
  /** Whether it is an attempt that arrived late. */
  isLate: boolean;
  before: State;
  after: State;
}

/** A call that was made at once with others. */
export interface Called<Name, Answer, State> {
  name: Name;
  /** `undefined` if it crashed. */
  answer: Answer | undefined;
  /** Whether the answer to a write was lost. */
  isUnsure: boolean;
  /** Its requests, also late ones. */
  steps: Step<State>[];
  /** What there was before its first request. */
  past: State[];
  /** What there was from its first request to its last one. */
  seen: State[];
}

interface Setting<Name, Answer, State> {
  call: (name: Name) => Promise<Answer>;
  /** What there is. */
  look: () => Promise<State>;
  /** The keys of requests that are executed one by one. */
  holds: RegExp;
  /** How many writes may lose their answers or arrive late. */
  broken?: number;
  crashes?: boolean;
  /** Whether the call that crashed is made again. */
  repeats?: boolean;
}

/**
 * Makes calls at once, whose requests are executed in the order that is chosen, and then the one that crashed again. Returns
 * all of them, each of their steps, and what there is in the end; `undefined` if another order differs only in requests that
 * don't affect each other.
 */
export async function playOrder<Name, Answer, State>(
  names: Name[],
  choices: Choices,
  { call, look, repeats = true, ...options }: Setting<Name, Answer, State>,
) {
  const steps: Step<State>[] = [];
  let last = await look();
  const after = async (by: number, isLate = false) => {
    const before = last;
    last = await look();
    steps.push({ by, isLate, before, after: last });
  };
  const works = names.map((name) => () => call(name));
  const done = await interleave(works, choices, { ...options, after });
  if (!done) return undefined;
  const { crashed, unsure } = done;
  const answers: (Answer | undefined)[] = done.results.map((answer, by) =>
    by === crashed ? undefined : answer,
  );
  const again = repeats ? names[crashed ?? -1] : undefined;
  if (again !== undefined) {
    const calling = start(() => call(again), options.holds);
    for (; await calling.next(); await after(names.length)) await calling.step();
    answers.push(await calling.result);
  }
  const calls = [...names, ...(again === undefined ? [] : [again])].map((name, by) => ({
    ...{ name, answer: answers[by], isUnsure: unsure.includes(by) },
    ...{ steps: steps.filter((step) => step.by === by), ...statesOf(by, steps) },
  }));
  return { calls, steps, last };
}

/** What there was before and during a call. One whose requests weren't held may have been made at any time. */
function statesOf<State>(number: number, steps: Step<State>[]): { past: State[]; seen: State[] } {
  const isOwn = ({ by, isLate }: Step<State>) => by === number && !isLate;
  const [first, last] = [steps.findIndex(isOwn), steps.findLastIndex(isOwn)];
  const states = [...steps.slice(0, 1).map(({ before }) => before), ...steps.map(({ after }) => after)];
  return first < 0
    ? { past: [], seen: states }
    : { past: states.slice(0, first), seen: states.slice(first, last + 2) };
}
