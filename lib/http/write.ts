import * as z from 'zod/mini';
import { EDITORS } from '../auth/roles.ts';
import { byKey } from '../idempotency/record.ts';
import { sessionOrToken } from './authentication.ts';
import { prefer } from './prefer.ts';
import { ifMatch } from './versions.ts';

export const writeHeaders = z.extend(ifMatch, prefer.shape);

/** The part of a contract by which editors may call an endpoint of this name, and repeat the call. */
export const byEditors = (name: string) => ({
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey(name),
});
