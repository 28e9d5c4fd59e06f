import { mailedToken } from './demo-mail.js';

export const service = process.env['SERVICE'] ?? `http://localhost:${process.env['PORT'] || 3000}`;
let token = '';
let sendsMail = true;
const made = { calls: 0, withoutMail: 0, failed: 0 };

/**
 * Makes a call and prints it in a line. Returns the path in the Location header and the response's body.
 * @param {string} method
 * @param {string} path
 * @param {object | string} [body] to be sent as JSON, or the text of a CSV file
 */
export async function call(method, path, body) {
  const isFile = typeof body === 'string';
  const sent = isFile ? body : JSON.stringify(body);
  const answer = await fetch(service + path, {
    method,
    headers: {
      'content-type': isFile ? 'text/csv' : 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(sent && { body: sent }),
  });
  const text = await answer.text();
  made.calls += 1;
  // A calendar's path has its token.
  console.log(`${method} ${path.replace(/token=\w+/, 'token=…')} -> ${answer.status}`);
  if (answer.status === 501) {
    sendsMail = false;
    made.withoutMail += 1;
    console.log('The service sends no mail, because MAIL_FROM is not set. The demo continues without it.');
  } else if (!answer.ok) {
    console.log(text);
    made.failed += 1;
    process.exitCode = 1;
  }
  const isJson = answer.headers.get('content-type')?.includes('json');
  const { token: issued, ...parsed } = isJson ? JSON.parse(text) : {};
  token = issued ?? token;
  return { location: answer.headers.get('location') ?? '', ...parsed };
}

/** Says in one line what came of all calls. */
export function outcome() {
  const { calls, withoutMail, failed } = made;
  if (failed > 0) return `${calls} calls, ${failed} failed.`;
  const succeeded = withoutMail > 0 ? `${withoutMail} got 501, all others succeeded` : 'all succeeded';
  return `${calls} calls, ${succeeded}.`;
}

/** The token of the next calls. */
export const currentToken = () => token;

/**
 * Makes the next calls with the token of somebody.
 * @param {string} name
 * @param {string} other
 */
export function actAs(name, other) {
  console.log(`\n${name}:`);
  token = other;
}

/**
 * Makes a call with the token of a mail, which a local service keeps as a file. Returns whether there was one.
 * @param {string} path
 * @param {string} address
 * @param {object} [fields]
 */
export async function callWithMail(path, address, fields) {
  const isLocal = new URL(service).hostname === 'localhost';
  const mailed = isLocal && sendsMail && (await mailedToken(address, path));
  if (mailed) await call('POST', path, { token: mailed, ...fields });
  else console.log(`\nPOST ${path} is left out: it needs a mail from .local/mail/.`);
  return Boolean(mailed);
}
