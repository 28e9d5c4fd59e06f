import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { check } from 'recheck';
import ts from 'typescript';
import * as z from 'zod/mini';

/** Patterns that may stay although their time isn't linear, with the reason. */
const ALLOWED: Record<string, string> = {
  [String.raw`/eyJ[\w-]+\.[\w-]+\.[\w-]+/`]:
    'reads a link or what was pasted, in the browser of whoever did that',
  [String.raw`/(\d+\.log: .*Corruption: .*)/`]: 'reads what LevelDB has noted on the machine of a developer',
  [String.raw`/((?:functions|lib)\/[^\s?]+)(?:\?v=\d+)?(:\d+)/`]:
    'reads stack traces on the machine of a developer',
  '/(?:^|[^a-z]+)(.)/g': 'reads names in its file',
  "new RegExp(`^To: ${address}\\n[^]*${path.replace('/auth', '')}#token=(\\\\S+)`, 'm')":
    'reads mails of the demo',
};

/** A count of steps decides, and not the time on a busy machine. */
const STEPS = { timeout: null, attackTimeout: null, incubationTimeout: null, attackLimit: 100_000_000 };

interface Finding {
  place: string;
  pattern: string;
  problem: string;
}

/** Finds the regular expressions in a source that someone could keep busy with a long text. */
export async function findingsIn(file: string, source: string): Promise<Finding[]> {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  for (const node of patternsIn(tree)) {
    const pattern = node.getText(tree);
    const problem = await problemOf(node, tree);
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (problem) findings.push({ place: `${file}:${line}`, pattern, problem });
  }
  return findings;
}

/** The literals and the calls of `RegExp`. */
const patternsIn = (node: ts.Node): ts.Node[] => [
  ...(ts.isRegularExpressionLiteral(node) || isCall(node) ? [node] : []),
  ...node.getChildren().flatMap(patternsIn),
];

const isCall = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

const regExp = z.object({ source: z.string(), flags: z.string() });

async function problemOf(node: ts.Node, file: ts.SourceFile): Promise<string | undefined> {
  const made = madeBy(node, file);
  if (!made) return 'is not made of constants of its file';
  const checked = await check(made.source, made.flags, STEPS);
  if (checked.status === 'safe') return undefined;
  return checked.status === 'vulnerable' ? checked.complexity.summary : 'can’t be checked';
}

/** Runs an expression with the constants of its file that it needs. `undefined` if it needs anything else. */
function madeBy(node: ts.Node, file: ts.SourceFile): z.output<typeof regExp> | undefined {
  const needed = new Set<ts.Statement>();
  const collect = (each: ts.Node) => {
    const constant = file.statements.find((statement) => declares(statement, each.getText(file)));
    if (constant && !needed.has(constant)) {
      needed.add(constant);
      collect(constant);
    }
    ts.forEachChild(each, collect);
  };
  collect(node);
  const constants = file.statements.filter((each) => needed.has(each)).map((each) => each.getText(file));
  const script = [...constants, node.getText(file)].join(';\n').replaceAll(/^export /gm, '');
  try {
    return regExp.parse(runInNewContext(ts.transpile(script, { target: ts.ScriptTarget.ESNext })));
  } catch {
    return undefined;
  }
}

const declares = (statement: ts.Statement, name: string): boolean =>
  ts.isVariableStatement(statement) &&
  statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name);

if (import.meta.main) {
  const files = globSync('{functions,lib,local,resources}/**/*.{js,ts}');
  const findings: Finding[] = [];
  for (const file of files) findings.push(...(await findingsIn(file, readFileSync(file, 'utf8'))));
  const bad = findings.filter(({ pattern }) => ALLOWED[pattern] === undefined);
  for (const { place, pattern, problem } of bad) console.error(`${place}: ${pattern}: ${problem}`);
  const unused = Object.keys(ALLOWED).filter((allowed) =>
    findings.every(({ pattern }) => pattern !== allowed),
  );
  for (const pattern of unused) console.error(`build/check-patterns.ts: nothing has ${pattern} any more`);
  if (bad.length + unused.length > 0) process.exitCode = 1;
}
