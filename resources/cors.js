/**
 * The origins of web pages that may call the service.
 * @param {{ resolveVariable: (variable: string) => Promise<unknown> }} configuration
 */
export async function allowedOrigins({ resolveVariable }) {
  const origins = String(await resolveVariable("env:CORS_ORIGINS, ''"))
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  return origins.length > 0 ? origins : ['*'];
}
