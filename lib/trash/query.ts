import * as z from 'zod/mini';
import { cursorParameter } from '../lists/cursor.ts';

export const trashQuery = z.object({ cursor: cursorParameter() });
