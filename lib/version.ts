import * as z from 'zod/mini';
import { version } from '../../package.json';

/** The version of the service. */
export { version };

export const shownVersion = z.string().check(z.meta({ examples: [version] }));
