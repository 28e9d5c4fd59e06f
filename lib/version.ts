import * as z from 'zod/mini';

/** The version of the service, as in package.json, which would add all of itself to a bundle. */
export const version = '0.1.0';

export const versionResponse = z.string().check(z.meta({ examples: [version] }));
