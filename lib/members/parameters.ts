import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const membersParameters = z.object({ event_id: idParameter('event') });

export const memberParameters = z.extend(membersParameters, { id: idParameter('member') });
