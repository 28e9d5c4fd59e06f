import { columns, type HandlerResult, type Results } from './results.ts';
import type { Figure } from './statistics.ts';

type Goal = [name: string, limit: number, value: number, copy?: Figure | undefined];

/** Range of the baseline's copy. Outside of it, a column is too noisy to count. */
const QUIET = [0.95, 1.05] as const;

export const isNoisy = (copy: Figure | undefined): boolean =>
  copy !== undefined && (copy.ratio < QUIET[0] || copy.ratio > QUIET[1]);

/** The performance goals and their results. */
export function goalsOf({ handlers, updates, bare, functions, refused, lists, passwords }: Results) {
  const [, copy] = handlers;
  const view = handlers.at(-1);
  const [, functionsCopy] = functions;
  const planning = functions.filter(({ name }) =>
    / \/events(?!.*\/(members|history|share-link|hand-over))/.test(name),
  );
  const requestsOf = (method: string) =>
    worst(planning.filter(({ name }) => name.startsWith(method)).map(({ requests }) => requests));
  const long = lists.find(({ length }) => length === 10_000);
  const longest = lists.find(({ length }) => length === 20_000);
  const goals: Goal[] = [
    ['requests of a call that reads an event or its budgets', 2, requestsOf('GET')],
    ['requests of a call that changes one', 3, requestsOf('POST')],
    [
      'cold CPU, to a bare handler with the same requests',
      0.9,
      worst(bare.map(({ coldCpu }) => coldCpu.ratio)),
      copy?.figures.coldCpu,
    ],
    [
      'first call, to a bare handler with the same requests',
      1.25,
      worst(bare.map(({ firstCpu }) => firstCpu.ratio)),
      copy?.figures.firstCpu,
    ],
    ['CPU of a warm view', 1.25, worst([view?.figures.cpu?.ratio]), copy?.figures.cpu],
    ['CPU of a warm update', 1.5, worst([updates.at(-1)?.figures.cpu?.ratio]), updates[1]?.figures.cpu],
    ['p50 on an emulator', 1.1, worst([view?.figures.emulatorP50?.ratio]), copy?.figures.emulatorP50],
    // Only a call with a valid token, for its session.
    ['requests of a refused call', 1, worst(refused.map(({ requests }) => requests))],
    [
      'CPU of a call refused without a request, to a success',
      0.25,
      worst(refused.filter(({ requests }) => requests === 0).map(({ cpu }) => cpu.ratio)),
      functionsCopy?.figures.cpu,
    ],
    ['10,000 events, to the SDK alone', 1.25, worst([long?.time.ratio]), long?.copy],
    [
      '20,000 events, to twice 10,000',
      1.1,
      (longest?.time.median ?? Number.NaN) / (2 * (long?.time.median ?? Number.NaN)),
      longest?.copy,
    ],
    ['unknown e-mail, off a wrong password', 0.05, Math.abs(passwords.failedLogins.ratio - 1)],
    ...handlers
      .filter(({ name }) => /Express|Hono/.test(name))
      .map(
        (rival): Goal => [`the worst quiet column to ${rival.name}`, 1, worst(columnsTo(rival, view, copy))],
      ),
  ];
  return goals.map(([name, limit, value, noise]) => ({
    name,
    limit,
    value,
    outcome: isNoisy(noise) ? 'too noisy' : value <= limit ? 'met' : 'missed',
  }));
}

const worst = (values: (number | undefined)[]): number =>
  Math.max(...values.map((value) => value ?? Number.NaN));

function columnsTo(rival: HandlerResult, view?: HandlerResult, copy?: HandlerResult): number[] {
  if (!view) return [];
  const names = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (name) => !isNoisy(copy?.figures[name]),
  );
  return [
    view.bytes / rival.bytes,
    ...names.map(
      (name) => (view.figures[name]?.ratio ?? Number.NaN) / (rival.figures[name]?.ratio ?? Number.NaN),
    ),
  ];
}
