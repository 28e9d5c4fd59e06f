import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const eventParameters = z.object({ id: idParameter('event') });
