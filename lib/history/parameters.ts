import * as z from 'zod/mini';
import { idParameter } from '../id.ts';
import { wholeNumberText } from '../schema.ts';

export const historyParameters = z.object({ event_id: idParameter('event') });

export const entryParameters = z.extend(historyParameters, {
  version: wholeNumberText('The `version` of an entry'),
});
