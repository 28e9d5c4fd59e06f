const form = document.forms[0];
const heading = document.querySelector('h1');
const message = document.getElementById('message');
const show = document.getElementById('show');
const password = document.getElementById('password');
const second = document.getElementById('second');
const pasted = document.getElementById('pasted');
const field = pasted?.querySelector('input');
/** In the fragment, which a browser sends to no server; in the path if a mail gateway has encoded the `#`. */
const token = tokenIn(location.href);

/**
 * The token in a link or in what was pasted: a JWT. Text around it is ignored, and so are white space and invisible characters.
 * @param {string} text
 */
function tokenIn(text) {
  return /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text.replaceAll(/[^!-~]/g, ''))?.[0];
}

/** @param {string} text */
function tell(text) {
  if (message) message.textContent = text;
}

/** @param {string} path @param {object} body @param {Record<string, string>} [headers] */
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
  const { action = '', done = '', next = '' } = form.dataset;
  const typed = Object.fromEntries(new FormData(form));
  const answer = await post(action, { ...typed, token: token ?? tokenIn(String(typed['token'])) });
  if (second && answer.errors?.[0]?.field === 'code') second.hidden = false;
  if (!answer.ok) return tell(reason(answer));
  form.hidden = true;
  tell(next);
  showDone(done);
  history.replaceState(null, '', location.pathname);
  // A reset logs in, but this page has no use for that.
  if (answer.token) await post('/auth/logout', {}, { authorization: `Bearer ${answer.token}` });
}

/** Screen readers read the heading, because the button that had the focus is gone. @param {string} done */
function showDone(done) {
  if (!heading) return;
  document.title = document.title.replace(heading.textContent, done);
  heading.textContent = done;
  heading.tabIndex = -1;
  heading.focus();
}

/** @param {{ message: string, errors?: { field: string, message: string }[] }} answer */
function reason({ message, errors: [error] = [] }) {
  return error ? error.message : `${message}. Try again later.`;
}

if (token) {
  pasted?.remove();
  // A reload must not send the token in the path.
  history.replaceState(null, '', `${location.pathname.replace(/%.*/, '')}#token=${token}`);
}
if (form) form.hidden = false;

field?.addEventListener('input', () => {
  const isToken = field.value === '' || tokenIn(field.value);
  field.setCustomValidity(isToken ? '' : 'Copy the whole token. It starts with “eyJ”, and has two dots.');
});

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
