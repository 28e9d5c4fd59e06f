import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const membersParameters = z.object({ event_id: idParameter });

export const memberParameters = z.extend(membersParameters, { id: idParameter });
