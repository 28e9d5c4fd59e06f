import * as z from 'zod/mini';
import { wholeNumberText } from '../schema.ts';

/** The maximum number of these entries on a page. */
export const limitParameter = (entries: string) =>
  z.optional(wholeNumberText(`The maximum number of ${entries} in the response`, 200));
