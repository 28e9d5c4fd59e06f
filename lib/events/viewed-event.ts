import * as z from 'zod/mini';
import { role } from '../auth/roles.ts';
import { examplesOf, ifSet } from '../schema.ts';
import type { OwnedHead } from './repository.ts';
import { eventResponse, toEventResponse } from './response.ts';

const ifShared = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  ifSet(schema, `${description}; only of a shared event`);

/** Description of the header `ETag` of a response that may show an event. */
export const EVENT_ETAG = 'Changes with every write of the event, but not with its owner’s name';

/** An event as its owner or a member sees it. */
export const viewedEvent = z
  .object({
    ...eventResponse.shape,
    role: ifShared(role, 'Your role'),
    owner: ifShared(z.string(), 'Name of the owner'),
  })
  .check(z.meta({ id: 'ViewedEvent', examples: examplesOf(eventResponse) }));

export const toViewedEvent = (event: OwnedHead) => ({ ...toEventResponse(event), ...event.shared });
