const service = process.env['SERVICE'] ?? `http://localhost:${process.env['PORT'] || 3000}`;
let token = '';

/**
 * Makes a call and prints it with its response. Returns the path in the Location header, or the id of another session
 * in a list of them.
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
  if (!answer.ok) process.exitCode = 1;
  const { token: issued, data } = JSON.parse(text);
  token = issued ?? token;
  const other = Array.isArray(data) && data.find(({ current }) => current === false);
  return answer.headers.get('location') ?? (other ? other.id : '');
}

async function journey() {
  const email = `ada-${Date.now()}@example.com`;
  const password = 'correct horse';
  await call('GET', '/health');
  await call('POST', '/auth/signup', { first_name: 'Ada', last_name: 'Lovelace', email, password });
  await call('POST', '/auth/login', { username: email, password });
  await call('POST', '/account/send-verification');
  await call('POST', '/auth/forgot-password', { username: email });
  const event = await call('POST', '/events/create', { name: 'Summer party', event_date: '2027-07-04' });
  const budgets = `${event.replace('/view', '')}/budgets`;
  const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };
  const budget = await call('POST', `${budgets}/create`, band);
  await call('POST', `${budgets}/create`, { name: 'Catering', category: 'Food', amount: 1250.5 });
  await call('POST', budget.replace('/view', '/update'), { amount: 900 });
  await call('GET', budget);
  await call('GET', budgets);
  await call('POST', event.replace('/view', '/update'), { description: 'In the garden' });
  await call('GET', event);
  await call('GET', '/events');
  await call('POST', budget.replace('/view', '/delete'));
  await call('POST', event.replace('/view', '/delete'));
  await call('POST', '/account/update', { first_name: 'Augusta' });
  await call('GET', '/account');
  await call('POST', '/auth/refresh');
  await call('POST', `/account/sessions/end/${await call('GET', '/account/sessions')}`);
  await call('POST', '/account/change-password', { password, new_password: 'a fair new passphrase' });
  await call('POST', '/auth/logout', { everywhere: true });
}

journey().catch((error) => {
  console.error(`No service at ${service}: start it with npm start. (${error.cause?.code ?? error.message})`);
  process.exitCode = 1;
});
