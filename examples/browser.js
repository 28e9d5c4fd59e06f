// Calls of the service from a web page. Set SERVICE to the URL of the deployment.
//
// Errors have sentences to show, and the response as their `cause`. If `cause.status` is 401, log in again. If it is 429 or
// 503, `cause.headers.get('Retry-After')` says after how many seconds to retry. Without a `cause`, there was no response, and a
// write may have been done.

const SERVICE = 'http://localhost:3000';

export const session = { token: '' };

export const logIn = (email, password) => takeToken('/auth/login', { email, password });

/** Calls the service. If the token has expired, gets a new one and calls again. Returns the response. */
export async function call(method, path, body, headers) {
  const response = await send(method, path, body, headers);
  if (response.status !== 401 || session.token === '') return successOf(response);
  await takeToken('/auth/refresh');
  return successOf(await send(method, path, body, headers));
}

export async function budgetsOf(event) {
  const response = await call('GET', `/events/${event}/budgets`);
  return (await response.json()).data;
}

/** Marks budgets of an event as paid, and shows texts. What somebody else has changed since they were read stays as it is. */
export async function pay(event, budgets, show) {
  for (const { id, name, amount, version } of budgets) {
    const path = `/events/${event}/budgets/update/${id}`;
    const headers = { 'If-Match': `"${version}"`, Prefer: 'return=representation' };
    try {
      const response = await call('POST', path, { spent: amount }, headers);
      const { summary } = await response.json();
      if (summary) show(`Spent: ${summary.total_spent}`);
    } catch (error) {
      show(`${name}: ${error.message}`);
    }
  }
}

/** Has the browser save an export. A link to it couldn't send the token. */
export async function download(path) {
  const response = await call('GET', path);
  const [, name] = response.headers.get('Content-Disposition').split("filename*=UTF-8''");
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = decodeURIComponent(name);
  link.click();
}

/** Imports a file of an `<input type="file">`. Make a key with `crypto.randomUUID()`, and use it again after an error. */
export async function upload(event, file, key) {
  // Windows may take a CSV file for another type.
  const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': key };
  await call('POST', `/events/${event}/budgets/import`, file, headers);
}

const send = (method, path, body, headers) =>
  fetch(SERVICE + path, {
    method,
    // Otherwise a browser asks before each call with If-Match whether it may. No response is ever stored.
    cache: 'force-cache',
    headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json', ...headers },
    body: body instanceof Blob ? body : JSON.stringify(body),
  });

async function successOf(response) {
  if (response.status < 400) return response;
  const { message, errors = [] } = await response.json();
  throw new Error(errors.map((error) => error.message).join('\n') || message, { cause: response });
}

async function takeToken(path, body) {
  const response = await successOf(await send('POST', path, body));
  ({ token: session.token } = await response.json());
}
