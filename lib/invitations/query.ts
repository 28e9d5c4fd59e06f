import * as z from 'zod/mini';
import { idCursorParameter } from '../lists/id-cursor.ts';

export const invitationsQuery = z.object({ cursor: idCursorParameter });
