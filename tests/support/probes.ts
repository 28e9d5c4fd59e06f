import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { Put } from '../../lib/dynamodb/changes.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { send } from '../../lib/dynamodb/send.ts';
import {
  type Authentication,
  type Caller,
  optionalSession,
  session,
  sessionByExpiredToken,
  sessionOrToken,
} from '../../lib/http/authentication.ts';
import type { BodyFormats } from '../../lib/http/body-format.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';

const item = { PK: 'PROBE', SK: 'PROBE' };

/** An invented endpoint, which stores something and says who called it. */
export const probeOf = <Who extends Caller | undefined>(
  authentication: Authentication<Who>,
  bodies?: BodyFormats,
) =>
  endpoint({
    summary: 'Try the pipeline',
    method: 'POST',
    route: '/',
    permissions: [],
    authentication,
    roles: EDITORS,
    input: { body: z.optional(z.looseObject({})) },
    ...(bodies && { bodies }),
    success: 200,
    output: { caller: z.unknown() },
    errors: [],
    messages: { success: 'Tried', failure: 'Not tried' },
    handle: async (_, caller) => {
      await send(new Put(item, { written: randomUUID() }));
      return { body: { caller } };
    },
  });

/** What the last probe has stored. */
export const written = () => getItem(item);

/** A probe of each kind of authentication. */
export const probes = {
  session: probeOf(session),
  'session by expired token': probeOf(sessionByExpiredToken),
  'session or token that reads': probeOf(sessionOrToken('read', 'write')),
  'session or token that writes': probeOf(sessionOrToken('write')),
  'optional session': probeOf(optionalSession),
  none: probeOf(none),
};

export type Probe = keyof typeof probes;

export const PROBES = Object.entries(probes).map(([kind, handler]) => ({ kind, handler }));
