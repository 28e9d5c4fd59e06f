const MESSAGES = new Map([
  [400, 'Bad request'],
  [404, 'Not found'],
  [405, 'Invalid request method'],
  [413, 'Payload too large'],
]);

/**
 * Has the local server refuse in the service's own form what it lets through to no function: a path that
 * can't be decoded, a body over 10 MB, OPTIONS that is no preflight.
 * @param {import('@hapi/hapi').Server} server
 */
export function refuseInJson(server) {
  server.ext('onPreResponse', ({ response, method }, h) => {
    if (!('isBoom' in response)) return h.continue;
    const status = method === 'options' ? 405 : response.output.statusCode;
    const message = MESSAGES.get(status) ?? 'Service failed. retry';
    return h.response({ status: 'error', message }).code(status).header('allow', 'GET, POST');
  });
}
