import { createRequire } from 'node:module';
import { throttledRoutes } from './functions.js';

/** How the framework names what it makes. It has no types. */
const naming = createRequire(import.meta.url)('serverless/lib/plugins/aws/lib/naming.js');

/** The throttle of each route that has one. */
export const routeSettings = Object.fromEntries(
  throttledRoutes.map(({ route, throttle }) => [
    route,
    {
      ThrottlingRateLimit: `\${param:${throttle}RequestsPerSecond}`,
      ThrottlingBurstLimit: `\${param:${throttle}RequestBurst}`,
    },
  ]),
);

/** What the template calls these routes. */
export const routeIds = throttledRoutes.map(({ route }) => naming.getHttpApiRouteLogicalId(route));
