const BYTES = 'application/octet-stream';
/** Headers of the connection, not of the response. */
const TRANSPORT = /^(connection|content-length|date|keep-alive|transfer-encoding)/;
/** Larger than any function takes. */
const TOO_LARGE = 'x'.repeat(256 * 1024 + 1);

/**
 * Makes the functions send every response, as they do behind API Gateway. The local server passes on bodies
 * unchanged. If it rejects a request itself, it sends the request again in a form that it accepts.
 * @param {import('@hapi/hapi').Server} server
 */
export function leaveAnswersToFunctions(server) {
  server.ext('onRequest', (request, h) => {
    delete request.headers['range'];
    // Node takes the first of several, API Gateway joins them. An injected request has one.
    const { authorization } = request.raw.req.headersDistinct ?? {};
    if (authorization) request.headers['authorization'] = authorization.join();
    // The functions' headers come from rawHeaders, which an injected request lacks. A body without a type would get that of
    // JSON, even one from a web page.
    const headers = { 'content-type': ' ', ...request.headers };
    request.raw.req.rawHeaders = Object.entries(headers).flat().map(String);
    // The local server would answer 304 by itself.
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    return h.continue;
  });
  server.ext('onPreHandler', (request, h) => {
    request.headers['content-type'] = BYTES;
    Object.assign(request, { mime: BYTES });
    return h.continue;
  });
  server.ext('onPreResponse', ({ method, response }, h) => {
    // serverless-offline lets every origin read a response. Without its headers, hapi lets those of CORS_ORIGINS.
    if (method !== 'options' && 'headers' in response) {
      for (const name of Object.keys(response.headers)) {
        if (name.startsWith('access-control-')) delete response.headers[name];
      }
    }
    return h.continue;
  });
  server.ext('onPreResponse', async (request, h) => {
    const { isInjected } = /** @type {{ isInjected?: boolean }} */ (request);
    if (!('isBoom' in request.response) || isInjected) return h.continue;
    const rejection = request.response.output.statusCode;
    // A failed request may have been executed. Only a rejected one can be sent again.
    if (rejection >= 500) return h.continue;
    const { statusCode, headers, rawPayload } = await server.inject(presentable(request, rejection));
    const answer = h.response(rawPayload).code(statusCode);
    for (const [name, value] of Object.entries(headers)) {
      if (!TRANSPORT.test(name)) answer.header(name, String(value));
    }
    return answer;
  });
}

/**
 * The request without the parts that the server rejected.
 * @param {import('@hapi/hapi').Request} request
 * @param {number} rejection
 */
function presentable({ method, raw, headers }, rejection) {
  const others = Object.entries(headers).filter(([name]) => !/^(content-|transfer-encoding)/.test(name));
  return {
    // An OPTIONS request without preflight headers reaches no function, so send TRACE, which is also a wrong method.
    method: method === 'options' ? 'trace' : method,
    url: `/${raw.req.url?.replace(/^\//, '').replaceAll('%', '%25')}`,
    headers: Object.fromEntries(others.map(([name, value]) => [name, String(value)])),
    ...(rejection === 413 && { payload: TOO_LARGE }),
  };
}
