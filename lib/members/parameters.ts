import * as z from 'zod/mini';
import { inEventParameters } from '../events/parameters.ts';
import { idParameter } from '../id.ts';

export const memberParameters = z.extend(inEventParameters, { id: idParameter('member') });
