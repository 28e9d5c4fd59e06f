const BYTES = 'application/octet-stream';
/** The headers that belong to a connection and not to an answer. */
const TRANSPORT = /^(connection|content-length|date|keep-alive|transfer-encoding|access-control-)/;
const TOO_LARGE = 'x'.repeat(64 * 1024 + 1);

/**
 * Has the local server, which stands in for API Gateway, leave every answer to the functions: it hands over
 * each body byte for byte, and asks again in a form that gets through where it would refuse by itself.
 * @param {import('@hapi/hapi').Server} server
 */
export function leaveAnswersToFunctions(server) {
  server.ext('onRequest', (request, h) => {
    delete request.headers['range'];
    // The functions' headers are made of these, which an injected request lacks.
    request.raw.req.rawHeaders = Object.entries(request.headers).flat().map(String);
    return h.continue;
  });
  server.ext('onPreHandler', (request, h) => {
    request.headers['content-type'] = BYTES;
    Object.assign(request, { mime: BYTES });
    return h.continue;
  });
  server.ext('onPreResponse', async (request, h) => {
    const { isInjected } = /** @type {{ isInjected?: boolean }} */ (request);
    if (!('isBoom' in request.response) || isInjected) return h.continue;
    const refusal = request.response.output.statusCode;
    // What failed may have been done; only what was refused may be asked again.
    if (refusal >= 500) return h.continue;
    const { statusCode, headers, rawPayload } = await server.inject(presentable(request, refusal));
    const answer = h.response(rawPayload).code(statusCode);
    for (const [name, value] of Object.entries(headers)) {
      if (!TRANSPORT.test(name)) answer.header(name, String(value));
    }
    return answer;
  });
}

/**
 * The request without what the server took offence at.
 * @param {import('@hapi/hapi').Request} request
 * @param {number} refusal
 */
function presentable({ method, raw, headers }, refusal) {
  const others = Object.entries(headers).filter(([name]) => !/^(content-|transfer-encoding)/.test(name));
  return {
    // OPTIONS that is no preflight reaches no function, and TRACE is as wrong.
    method: method === 'options' ? 'trace' : method,
    url: `/${raw.req.url?.replace(/^\//, '').replaceAll('%', '%25')}`,
    headers: Object.fromEntries(others.map(([name, value]) => [name, String(value)])),
    ...(refusal === 413 && { payload: TOO_LARGE }),
  };
}
