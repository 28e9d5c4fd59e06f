import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ofType, ref, template } from './template.ts';

const body = z.object({
  widgets: z.array(
    z.object({
      type: z.enum(['metric', 'log']),
      x: z.int(),
      y: z.int(),
      properties: z.looseObject({ title: z.string(), region: z.literal(`\${AWS::Region}`) }),
    }),
  ),
});
const dashboard = z.object({
  DashboardName: z.literal('event-budget-prod'),
  DashboardBody: z.object({ 'Fn::Sub': z.string() }),
});

describe('the dashboard', () => {
  const [{ Properties } = { Properties: {} }, ...others] = ofType('AWS::CloudWatch::Dashboard');
  const text = dashboard.parse(Properties).DashboardBody['Fn::Sub'];
  const { widgets } = body.parse(JSON.parse(text));

  it('is one, of charts with places of their own', () => {
    expect(others).toEqual([]);
    expect(new Set(widgets.map(({ x, y }) => `${x} ${y}`)).size).toBe(widgets.length);
  });

  it('shows what the template makes', () => {
    const named = [...text.matchAll(/\$\{(?!AWS::)(\w+)[^}]*\}/g)].map(([, id = '']) => id);
    expect(named).toEqual(expect.arrayContaining(['HttpApi', 'Table', 'FailedMails']));
    expect(Object.keys(template.Resources)).toEqual(expect.arrayContaining(named));
    const counted = ofType('AWS::Logs::MetricFilter').map((filter) => JSON.stringify(filter.Properties));
    for (const [, name = ''] of text.matchAll(/\["event-budget-prod","(\w+)"/g))
      expect(counted.join()).toContain(`"MetricName":"${name}"`);
  });

  it('shows units beside the cap of the table', () => {
    const chart = widgets.find(({ properties }) => properties.title.startsWith('Units'));
    expect(chart?.properties).toMatchObject({
      annotations: { horizontal: [{ value: 6_000 }, { value: 2_000 }] },
    });
  });
});

it('each query of the runbook is saved, for all logs, and each saved query is in the runbook', () => {
  const [, section = ''] =
    /\n## Read the logs\n(.*?)\n## /s.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  const queries = ofType('AWS::Logs::QueryDefinition').map((query) => query.Properties);
  expect(queries.map(({ Name }) => Name)).toEqual(
    [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => `event-budget-prod/${name}`),
  );
  for (const { LogGroupNames, QueryString } of queries) {
    expect(LogGroupNames).toEqual([ref('FunctionsLogGroup'), ref('HttpApiLogGroup')]);
    expect(QueryString).toMatch(/^filter /);
  }
});

it('the runbook names only queries that are saved', () => {
  const runbook = readFileSync('docs/operating.md', 'utf8').replaceAll(/\s+/g, ' ');
  const saved = ofType('AWS::Logs::QueryDefinition').map(
    ({ Properties: { Name } }) => String(Name).split('/')[1],
  );
  const named = [...runbook.matchAll(/quer(?:y|ies)(?:\]\([^)]*\))? \[?`([a-z ,]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(saved).toEqual(expect.arrayContaining(named));
});
