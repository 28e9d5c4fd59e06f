import * as z from 'zod/mini';
import { inEventParameters } from '../events/parameters.ts';
import { wholeNumberText } from '../schema.ts';

export const entryParameters = z.extend(inEventParameters, {
  version: wholeNumberText('The `version` of an entry'),
});
