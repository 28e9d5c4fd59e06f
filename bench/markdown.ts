import { markdownTable } from '../build/markdown-table.ts';
import { type goalsOf, isNoisy } from './goals.ts';
import { BUDGETS } from './measures/sizes.ts';
import { columns, type HandlerResult, type Results } from './results.ts';
import type { Figure } from './statistics.ts';

const names = Object.keys(columns) as (keyof typeof columns)[];

/** Formats the results as Markdown tables. */
export const reportOf = (results: Results, goals: ReturnType<typeof goalsOf>): string =>
  [
    machine(results),
    handlerTable('GET /events/view/{id}', results.handlers),
    handlerTable('POST /events/update/{id}', results.updates),
    handlerTable('every function', results.functions),
    bareTable(results),
    tokenTable(results),
    refusalTable(results),
    listTable(results),
    capacityTable(results),
    sizeTable(results),
    passwordTable(results),
    markdownTable(
      ['goal', 'at most', 'measured', ''],
      goals.map(({ name, limit, value, outcome }) => [name, limit, value.toFixed(2), outcome]),
    ),
  ].join('\n\n');

const machine = ({ machine: { cores, node, platform } }: Results) =>
  `${cores} cores, Node ${node}, ${platform}. Ratios to the first row of their table: median (quartiles).`;

/** The first row is the baseline, and the second one a copy of it that shows the noise. */
function handlerTable(title: string, [baseline, copy, ...others]: HandlerResult[]): string {
  if (!baseline || !copy) return '';
  const shown = names.filter((name) => others.every(({ figures }) => figures[name]));
  const noisy = shown.filter((name) => isNoisy(copy.figures[name])).map((name) => columns[name]);
  const row = ({ name, bytes, requests, capacityUnits, invocations, figures }: HandlerResult) => [
    name,
    bytes,
    ...shown.map((column) => {
      const figure = figures[column];
      return name === baseline.name ? measured(figure, column === 'memory' ? 'MB' : 'ms') : ratio(figure);
    }),
    requests,
    capacityUnits,
    invocations,
  ];
  const counts = ['requests', 'capacity units', 'invocations'];
  const head = [title, 'bytes', ...shown.map((name) => columns[name]), ...counts];
  const quiet = noisy.length === 0 ? 'Quiet enough.' : `Too noisy to count: ${noisy.join(', ')}.`;
  return `${markdownTable(head, [baseline, copy, ...others].map(row))}\n\n${quiet}`;
}

const bareTable = ({ bare }: Results) =>
  markdownTable(
    ['to a bare handler with the same requests', 'the bare handler', columns.coldCpu, columns.firstCpu],
    bare.map(({ name, baseline, coldCpu, firstCpu }) => [
      name,
      measured(baseline),
      ratio(coldCpu),
      ratio(firstCpu),
    ]),
  );

const tokenTable = ({ byToken }: Results) =>
  markdownTable(
    [
      'by an access token, to the same by a session',
      ...[columns.coldCpu, columns.firstCpu, columns.cpu, columns.p50, columns.emulatorP50],
      ...['requests', 'capacity units'],
    ],
    byToken.map(({ name, coldCpu, firstCpu, cpu, p50, emulatorP50, requests = 0, capacityUnits = 0 }) => [
      name,
      ...[coldCpu, firstCpu, cpu, p50, emulatorP50].map(ratio),
      requests,
      capacityUnits,
    ]),
  );

const refusalTable = ({ refused }: Results) =>
  markdownTable(
    ['a refused call, to a success', 'status', 'CPU', 'p50', 'requests'],
    refused.map(({ name, status, cpu, p50, requests }) => [name, status, ratio(cpu), ratio(p50), requests]),
  );

const listTable = ({ lists }: Results) =>
  markdownTable(
    ['GET /events', 'the SDK alone', 'its copy', 'time', 'its copy: CPU', 'CPU'],
    lists.map(({ name, sdk, copy, time, copyCpu, cpu }) => [
      name,
      measured(sdk),
      ratio(copy),
      ratio(time),
      ratio(copyCpu),
      ratio(cpu),
    ]),
  );

const capacityTable = ({ sizes }: Results) =>
  markdownTable(
    ['capacity units with 40 events', ...BUDGETS.map((budgets) => `${budgets} budgets each`)],
    sizes.map(({ name, units }) => [name, ...units.map((unit) => unit ?? '')]),
  );

const sizeTable = ({ sizes }: Results) =>
  markdownTable(
    ['CPU of a warm call', ...BUDGETS.map((budgets) => `${budgets} budgets each`)],
    sizes.map(({ name, cpu: [least, ...others] }) => [name, measured(least), ...others.map(ratio)]),
  );

const passwordTable = ({ passwords: { cost, compare, copy, login, failedLogins } }: Results) =>
  markdownTable(
    ['POST /auth/login', 'p50', 'ratio'],
    [
      [`bcrypt alone, cost ${cost}`, measured(compare), ''],
      ['its copy', measured(copy), ratio(copy)],
      ['a login', measured(login), ratio(login)],
      [`a wrong password, cost ${failedLogins.cost}`, `${number(failedLogins.knownMs)} ms`, ''],
      ['an unknown e-mail', `${number(failedLogins.unknownMs)} ms`, failedLogins.ratio.toFixed(3)],
    ],
  );

export const number = (value: number): string => (value < 100 ? value.toPrecision(3) : value.toFixed(0));

export const measured = (figure: Figure | undefined, unit = 'ms') =>
  figure ? `${number(figure.median)} ${unit}` : '';

export const ratio = (figure: Figure | undefined) =>
  figure
    ? `${figure.ratio.toFixed(2)} (${figure.spread.map((quartile) => quartile.toFixed(2)).join('–')})`
    : '';
