import type { Contract } from '../lib/http/contract.ts';
import type { ErrorStatus } from '../lib/http/errors.ts';

/** All error statuses of an endpoint: those it declares and those of its pipeline, in ascending order. */
export function errorsOf({
  authentication,
  errors,
  input,
  invalidStatus = 422,
  method,
}: Contract): ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([
    ...errors,
    ...(method === 'POST' ? ([400, 413] as const) : []),
    ...(authentication.scheme === 'bearer' ? ([401] as const) : []),
    ...(input.body || input.query ? [invalidStatus] : []),
    405,
    500,
    503,
  ]);
  return [...statuses].sort((one, other) => one - other);
}
