import { mailedToken } from './demo-mail.js';

const service = process.env['SERVICE'] ?? `http://localhost:${process.env['PORT'] || 3000}`;
let token = '';
let sendsMail = true;

/**
 * Makes a call and prints it with its response. Returns the path in the Location header and the data.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
  console.log(`\n${method} ${path}${body ? `\n${JSON.stringify(body)}` : ''}`);
  const answer = await fetch(service + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  console.log(`-> ${answer.status} ${text}`);
  if (answer.status === 501) {
    sendsMail = false;
    console.log('The service sends no mail, because MAIL_FROM is not set. The demo continues without it.');
  } else if (!answer.ok) process.exitCode = 1;
  const { token: issued, data } = JSON.parse(text);
  token = issued ?? token;
  return { location: answer.headers.get('location') ?? '', data };
}

/**
 * Makes a call with the token of a mail, which a local service keeps as a file. Returns whether there was one.
 * @param {string} path
 * @param {string} address
 * @param {object} [fields]
 */
async function callWithMail(path, address, fields) {
  const isLocal = new URL(service).hostname === 'localhost';
  const mailed = isLocal && sendsMail && (await mailedToken(address, path));
  if (mailed) await call('POST', path, { token: mailed, ...fields });
  else console.log(`\nPOST ${path} is left out: it needs a mail from .local/mail/.`);
  return Boolean(mailed);
}

async function journey() {
  const email = `ada-${Date.now()}@example.com`;
  let password = 'correct horse';
  await call('GET', '/health');
  await call('POST', '/auth/signup', { first_name: 'Ada', last_name: 'Lovelace', email, password });
  await call('POST', '/auth/login', { username: email, password });
  await call('POST', '/account/send-verification');
  await callWithMail('/auth/verify-email', email);
  await call('POST', '/auth/forgot-password', { username: email });
  const chosen = 'a fair new passphrase';
  if (await callWithMail('/auth/reset-password', email, { password: chosen })) password = chosen;
  await planEvent();
  await call('POST', '/account/update', { first_name: 'Augusta' });
  const newEmail = email.replace('.com', '.org');
  await call('POST', '/account/change-email', { password, email: newEmail });
  const isChanged = await callWithMail('/auth/verify-email', newEmail);
  await call('GET', '/account');
  await call('POST', '/auth/refresh');
  const credentials = { username: isChanged ? newEmail : email, password };
  await call('POST', '/auth/login', credentials);
  const { data: sessions } = await call('GET', '/account/sessions');
  const other = sessions.find((/** @type {{ current: boolean }} */ { current }) => !current);
  await call('POST', `/account/sessions/end/${other.id}`);
  const change = { password, new_password: 'yet another passphrase' };
  await call('POST', '/account/change-password', change);
  await call('GET', '/account/export');
  await call('POST', '/auth/logout', { everywhere: true });
  await call('POST', '/auth/login', { ...credentials, password: change.new_password });
  await call('POST', '/account/delete', { password: change.new_password });
}

async function planEvent() {
  const party = { name: 'Summer party', event_date: '2027-07-04' };
  const { location: event } = await call('POST', '/events/create', party);
  const budgets = `${event.replace('/view', '')}/budgets`;
  const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };
  const { location: budget } = await call('POST', `${budgets}/create`, band);
  await call('POST', `${budgets}/create`, { name: 'Catering', category: 'Food', amount: 1250.5 });
  await call('POST', budget.replace('/view', '/update'), { amount: 900 });
  await call('GET', budget);
  await call('GET', budgets);
  await call('POST', event.replace('/view', '/update'), { description: 'In the garden' });
  await call('GET', event);
  await call('GET', '/events');
  await call('GET', '/events?q=party&sort=event_date&limit=10&include=summary');
  await call('POST', budget.replace('/view', '/delete'));
  await call('POST', event.replace('/view', '/delete'));
}

journey().catch((error) => {
  console.error(`No service at ${service}: start it with npm start. (${error.cause?.code ?? error.message})`);
  process.exitCode = 1;
});
