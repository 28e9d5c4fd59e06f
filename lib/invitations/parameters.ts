import * as z from 'zod/mini';
import { idParameter } from '../id.ts';

export const invitationParameters = z.object({ id: idParameter('invitation') });
