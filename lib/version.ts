import * as z from 'zod/mini';
import packageJson from '../package.json' with { type: 'json' };

/** The version of the service. */
export const { version } = packageJson;

export const versionResponse = z.string().check(z.meta({ examples: [version] }));
