import { TOTP } from 'otpauth';
import { actAs, call, callWithMail, currentToken, outcome, service } from './demo-client.js';
import { planWedding, shareWedding } from './demo-wedding.js';

const keeps = process.argv.includes('--keep');

async function journey() {
  const email = `ada-${Date.now()}@example.com`;
  let password = 'correct horse';
  await call('GET', '/health');
  await call('POST', '/auth/signup', { first_name: 'Ada', last_name: 'Lovelace', email, password });
  await call('POST', '/auth/login', { username: email, password });
  await call('POST', '/account/send-verification');
  const isVerified = await callWithMail('/auth/verify-email', email);
  await call('POST', '/auth/forgot-password', { username: email });
  const chosen = 'a fair new passphrase';
  if (await callWithMail('/auth/reset-password', email, { password: chosen })) password = chosen;
  await planEvent(isVerified, password);
  if (isVerified) await useSecondFactor(email, password);
  const wedding = await planWedding(password);
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
  const page = await shareWedding(wedding, keeps);
  if (!keeps) await call('POST', '/account/delete', { password: change.new_password });
  console.log(`\n${outcome()} The demo ${keeps ? 'kept its wedding' : 'deleted its accounts and events'}.`);
  if (!keeps) return;
  console.log(`\nLog in as ${credentials.username}, with the password "${change.new_password}".`);
  console.log(`Anybody can see the wedding at ${page}`);
}

/**
 * Adds a second factor, logs in with it, and removes it.
 *
 * @param {string} username
 * @param {string} password
 */
async function useSecondFactor(username, password) {
  const { data: factor } = await call('POST', '/account/second-factor/create', { password });
  const { secret, confirmation, recovery_codes: codes } = factor;
  const app = new TOTP({ secret });
  await call('POST', '/account/second-factor/confirm', { confirmation, code: app.generate() });
  await call('POST', '/auth/login', { username, password, code: codes[0] });
  const next = { password, code: app.generate({ timestamp: Date.now() + 30_000 }) };
  const { data: renewed } = await call('POST', '/account/second-factor/recovery-codes', next);
  await call('POST', '/account/second-factor/end', { password, code: renewed.recovery_codes[0] });
}

/**
 * @param {boolean} canShare
 * @param {string} password Ada's
 */
async function planEvent(canShare, password) {
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
  if (canShare) await share(event, password);
  else console.log('\nSharing the event is left out: it needs a verified e-mail address.');
  await call('POST', budget.replace('/view', '/delete'));
  await call('POST', event.replace('/view', '/delete'));
}

/**
 * @param {string} event its path
 * @param {string} adasPassword
 */
async function share(event, adasPassword) {
  const members = `${event.replace('/view', '')}/members`;
  const ada = currentToken();
  const email = `grace-${Date.now()}@example.com`;
  const password = 'correct horse';
  actAs('Grace', '');
  await call('POST', '/auth/signup', { first_name: 'Grace', last_name: 'Hopper', email, password });
  const grace = currentToken();
  await callWithMail('/auth/verify-email', email);
  actAs('Ada', ada);
  const { data: mistaken } = await call('POST', `${members}/invite`, { email, role: 'viewer' });
  actAs('Grace', grace);
  await call('POST', `/invitations/decline/${mistaken.id}`);
  actAs('Ada', ada);
  const { data: invitation } = await call('POST', `${members}/invite`, { email, role: 'editor' });
  actAs('Grace', grace);
  await call('GET', '/invitations');
  await call('POST', `/invitations/accept/${invitation.id}`);
  await call('GET', '/events');
  await call('POST', `${event.replace('/view', '')}/budgets/create`, { name: 'Lamps', amount: 75 });
  actAs('Ada', ada);
  await call('GET', members);
  await call('POST', `${members}/update/${invitation.id}`, { role: 'viewer' });
  const offer = { email, password: adasPassword };
  const { data: offered } = await call('POST', event.replace('/view', '/hand-over'), offer);
  await call('POST', `${members}/remove/${offered.id}`);
  await call('POST', `${members}/remove/${invitation.id}`);
  actAs('Grace', grace);
  await call('POST', '/account/delete', { password });
  actAs('Ada', ada);
}

journey().catch((error) => {
  console.error(`No service at ${service}: start it with npm start. (${error.cause?.code ?? error.message})`);
  process.exitCode = 1;
});
