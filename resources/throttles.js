import { throttledRoutes } from './functions.js';
import { naming } from './gateway-role.js';

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

/** The template's names of these routes. */
export const routeIds = throttledRoutes.map(({ route }) => naming.getHttpApiRouteLogicalId(route));
