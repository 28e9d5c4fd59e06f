import * as z from 'zod/mini';
import { prefer } from './prefer.ts';
import { ifMatch } from './versions.ts';

export const writeHeaders = z.extend(ifMatch, prefer.shape);
