const form = document.forms[0];
const message = document.getElementById('message');
const show = document.getElementById('show');
const password = document.getElementById('password');
/** In the fragment, which a browser sends to no server. */
const token = new URLSearchParams(location.hash.slice(1)).get('token');

/** @param {string} text */
function tell(text) {
  if (message) message.textContent = text;
}

/**
 * @param {string} path
 * @param {object} body
 * @param {Record<string, string>} [headers]
 */
async function post(path, body, headers) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, ...(await answer.json()) };
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const { action = '', done = '' } = form.dataset;
  const answer = await post(action, { token, ...Object.fromEntries(new FormData(form)) });
  if (!answer.ok) return tell(reason(answer));
  form.hidden = true;
  tell(done);
  history.replaceState(null, '', location.pathname);
  // A reset logs in, but this page has no use for that.
  if (answer.token) await post('/auth/logout', {}, { authorization: `Bearer ${answer.token}` });
}

/** @param {{ message: string, errors?: { field: string, message: string }[] }} answer */
function reason({ message, errors: [error] = [] }) {
  return error ? error.message : `${message}. Try again later.`;
}

if (form && token) form.hidden = false;
else tell('This link is incomplete. Open the link in the e-mail again, or ask for a new one.');

form?.addEventListener('submit', async (submission) => {
  submission.preventDefault();
  const button = form.querySelector('button');
  if (button) button.disabled = true;
  tell('One moment …');
  await send(form).catch(() => tell('The service can’t be reached. Try again later.'));
  if (button) button.disabled = false;
});

show?.addEventListener('change', () => {
  const isShown = show instanceof HTMLInputElement && show.checked;
  password?.setAttribute('type', isShown ? 'text' : 'password');
});

// Another link in the same tab changes nothing but the fragment.
addEventListener('hashchange', () => location.reload());
