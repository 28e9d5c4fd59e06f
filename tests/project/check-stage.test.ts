import { expect, it } from 'vitest';
import { CHECKS, READS, type Stage, stageOf } from '../../build/check-stage.ts';
import packageJson from '../../package.json' with { type: 'json' };

const { version } = packageJson;
const table = {
  DeletionProtectionEnabled: false,
  OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
  TimeToLiveSpecification: { AttributeName: 'expires_at' },
};
const stage = stageOf({
  ...{ name: 'event-budget-dev', ofType: () => [], origins: [], functions: [], table, tags: [], outputs: {} },
});

const cases = <Answer>(
  { name, isRight }: { name: string; isRight: (answer: Answer, of: Stage) => boolean },
  right: Answer,
  ...wrong: Answer[]
) => ({ name, verdicts: [right, ...wrong].map((answer) => isRight(answer, stage)) });

const ACCESS = [
  ...['functionError', 'functionLatencyMs', 'functionRequestId', 'latencyMs', 'method', 'requestId'],
  ...['responseBytes', 'routeKey', 'sourceIp', 'status', 'time'],
];

/** For each check, an answer that is right, and some that are wrong. */
const CASES = [
  cases(CHECKS.health, { status: 200, version }, { status: 503, version }, { status: 200, version: '0.3.0' }),
  cases(
    CHECKS.headers,
    { wrong: [], hasRequestId: true },
    { wrong: ['x-frame-options'], hasRequestId: true },
    { wrong: [], hasRequestId: false },
  ),
  cases(
    CHECKS.cors,
    { Origin: 'https://app.example.com', status: 204, allowed: '*' },
    { Origin: 'https://app.example.com', status: 204, allowed: null },
    { Origin: 'https://app.example.com', status: 404, allowed: '*' },
  ),
  cases(
    CHECKS.address,
    { hasDomain: true, status: 404 },
    { hasDomain: true, status: 200 },
    { hasDomain: false, status: 404 },
  ),
  cases(CHECKS.throttle, { 200: 22, 429: 38 }, { 200: 60 }, { 429: 60 }, { 200: 22, 429: 37, 503: 1 }),
  cases(
    CHECKS.functionsLog,
    { fields: ['duration_ms', 'request_id', 'route', 'status'], days: 60 },
    { fields: [], days: 60 },
    { fields: ['duration_ms', 'request_id', 'route', 'status'], days: 30 },
  ),
  cases(
    CHECKS.accessLog,
    { fields: ACCESS, days: 30 },
    { fields: ['status'], days: 30 },
    { fields: ACCESS, days: 60 },
  ),
  cases(CHECKS.denied, 0, 1),
  cases(
    CHECKS.filters,
    {
      ...{ function_failed: [1], login_failed: [1], limit_reached: [1], signing_key_rejected: [1] },
      ...{ throttled: [1], mail_disabled: [1] },
    },
    { function_failed: [1] },
    {
      ...{ function_failed: [1], login_failed: [1, 2], limit_reached: [1], signing_key_rejected: [1] },
      ...{ throttled: [1], mail_disabled: [1] },
    },
  ),
  cases(
    CHECKS.alarms,
    { missing: 0, OK: 18, INSUFFICIENT_DATA: 2 },
    { missing: 0 },
    { missing: 1, OK: 19 },
    { missing: 0, OK: 19, ALARM: 1 },
    { missing: 0, OK: 19, OFF: 1 },
  ),
  cases(
    CHECKS.table,
    { cap: [600, 200], stream: 'NEW_AND_OLD_IMAGES', encryption: 'ENABLED', isProtected: false },
    { cap: [], stream: 'NEW_AND_OLD_IMAGES', encryption: 'ENABLED', isProtected: false },
    { cap: [600, 200], stream: undefined, encryption: 'ENABLED', isProtected: false },
    { cap: [600, 200], stream: 'NEW_AND_OLD_IMAGES', encryption: undefined, isProtected: false },
    { cap: [600, 200], stream: 'NEW_AND_OLD_IMAGES', encryption: 'ENABLED', isProtected: true },
  ),
  cases(CHECKS.expiry, ['ENABLED', 'expires_at'], ['DISABLED', undefined]),
  cases(CHECKS.recovery, 'ENABLED', 'DISABLED', undefined),
  cases(
    CHECKS.roles,
    { functions: 50, wrong: [] },
    { functions: 50, wrong: ['eventsList and HISTORY: allowed'] },
    { functions: 0, wrong: [] },
  ),
  cases(
    CHECKS.key,
    { functions: 71, withKey: [] },
    { functions: 71, withKey: ['event-budget-dev-eventsList'] },
    { functions: 0, withKey: [] },
  ),
  cases(CHECKS.recursion, ['Allow', 'Allow'], ['Allow', 'Terminate']),
  cases(
    CHECKS.stream,
    [{ State: 'Enabled', LastProcessingResult: 'OK', isCurrent: true }],
    [],
    [{ State: 'Disabled', LastProcessingResult: 'OK', isCurrent: true }],
    [{ State: 'Enabled', LastProcessingResult: 'PROBLEM: Function call failed', isCurrent: true }],
    [{ State: 'Enabled', LastProcessingResult: 'OK', isCurrent: false }],
  ),
  cases(CHECKS.lag, { ms: 0 }, { ms: 60_000 }),
  cases(
    CHECKS.mail,
    { Mail: 'sent from mail@example.org', SendingEnabled: true, isSandbox: true },
    { Mail: 'sent from mail@example.org', SendingEnabled: false, isSandbox: false },
    { Mail: 'none', status: 200 },
  ),
  cases(
    CHECKS.demo,
    '88 calls, all succeeded. The demo deleted its accounts and events.',
    '88 calls, 2 failed.',
    '',
  ),
  cases(
    CHECKS.logins,
    '401 401 401 401 401 401 401 401 401 401 429 429',
    '401 401 401',
    '429 429',
    '401 500 429',
  ),
  cases(CHECKS.planted, { login_failed: 1, limit_reached: 1 }, { login_failed: 1, limit_reached: 0 }),
  cases(
    CHECKS.erasure,
    { recordedMs: 900, isErased: true },
    { recordedMs: undefined, isErased: true },
    { recordedMs: 900, isErased: false },
  ),
];

it.each(CASES)('knows what is right and what is wrong: $name', ({ verdicts: [right, ...wrong] }) => {
  expect(right).toBe(true);
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong).toEqual(wrong.map(() => false));
});

it('has such answers for each check', () => {
  expect(CASES.map(({ name }) => name)).toEqual(Object.values(CHECKS).map(({ name }) => name));
});

it('asks most functions whether they can read a partition that their contract doesn’t name', () => {
  expect(READS.length).toBeGreaterThan(40);
  for (const { key, other } of READS) expect(other).not.toBe(key);
});
