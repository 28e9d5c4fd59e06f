const token = /** @type {HTMLInputElement} */ (document.querySelector('#token'));
const search = /** @type {HTMLInputElement} */ (document.querySelector('#search'));
const told = /** @type {HTMLElement} */ (document.querySelector('#told'));

/** @param {string} text */
const wordsIn = (text) => text.toLowerCase().split(/[\W_]+/);

/** @param {string} selector */
const textsOf = (selector) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join(' ');

/** All operations, with the words of their names, and all that a search finds them by: no examples and errors. */
const entries = [...document.querySelectorAll('nav section')].flatMap((subject) =>
  [...subject.querySelectorAll('a')].map((link) => {
    const subjects = `${subject.querySelector('h2')?.textContent} ${subject.getAttribute('data-words')}`;
    const others = textsOf(`${link.hash} :is(.about, label, form p, form dl, .success dt)`);
    const names = wordsIn(textsOf(`${link.hash} :is(h1, h1 + p)`));
    return { link, subject, names, words: wordsIn(`${subjects} ${others}`) };
  }),
);

/** Returns whether each word of the search begins one of these. @param {string[]} words */
const isFound = (words) => wordsIn(search.value).every((each) => words.some((word) => word.startsWith(each)));

/** Shows only the operations that the search finds. */
function filter() {
  const shown = entries.filter(({ words }) => isFound(words));
  for (const entry of entries) {
    entry.link.parentElement?.toggleAttribute('hidden', !shown.includes(entry));
    entry.subject.toggleAttribute('hidden', !shown.some(({ subject }) => subject === entry.subject));
  }
  told.textContent = shown.length > 0 ? '' : 'No operation found';
}

function markCurrent() {
  for (const { link } of entries) {
    const isCurrent = link.hash === location.hash;
    link.ariaCurrent = isCurrent ? 'page' : null;
    if (isCurrent) link.scrollIntoView({ block: 'nearest' });
  }
}

/** JSON with a line for each field. Numbers stay as they came, such as `800.00`. @param {string} json */
function indented(json) {
  let depth = 0;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"?|\[\]|\{\}|[[\]{},:]/g, (part) => {
    if (part === ':') return ': ';
    if (!/^[[\]{},]$/.test(part)) return part;
    if (part === '{' || part === '[') depth += 1;
    if (part === '}' || part === ']') depth -= 1;
    const line = `\n${'  '.repeat(depth)}`;
    return part === '}' || part === ']' ? line + part : part + line;
  });
}

/** @param {HTMLFormElement} form */
function send(form) {
  const { method = '', path = '' } = form.dataset;
  const data = new FormData(form);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${data.get(name)}`));
  const url = new URL(filled, location.origin);
  const headers = new Headers(token.value ? { authorization: `Bearer ${token.value}` } : {});
  for (const field of form.querySelectorAll('[data-in]')) {
    const name = field.getAttribute('name') ?? '';
    const [value, place] = [`${data.get(name)}`, field.getAttribute('data-in')];
    if (value && place === 'query') url.searchParams.set(name, value);
    if (value && place === 'header') headers.set(name, value);
  }
  if (method === 'GET') return fetch(url, { headers, cache: 'no-store' });
  const type = `${data.get('type') ?? 'application/json'}`;
  headers.set('content-type', type);
  return fetch(url, { method, headers, body: data.get(type === 'application/json' ? 'body' : 'file') });
}

/** Takes the token of a signup, login or refresh. @param {string} json */
function takeToken(json) {
  const { token: taken } = Object(JSON.parse(json));
  if (typeof taken !== 'string') return;
  token.value = taken;
  told.textContent = 'The token of this response is sent with all further calls.';
}

/** The status, body and headers of what a form's call returns. @param {HTMLFormElement} form */
async function responseTo(form) {
  try {
    const response = await send(form);
    const body = await response.text();
    const headers = [...response.headers].map((header) => header.join(': ')).join('\n');
    // A 304 has the type, but no body.
    const isJson = body && response.headers.get('content-type')?.startsWith('application/json');
    if (isJson) takeToken(body);
    return [`Response ${response.status}`, isJson ? indented(body) : body, headers];
  } catch (error) {
    return ['No response', String(error), ''];
  }
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const place = /** @type {HTMLElement} */ (form.nextElementSibling);
  const texts = await responseTo(form);
  texts.forEach((text, n) => {
    place.children[n]?.replaceChildren(text);
  });
  place.hidden = false;
  place.focus();
});

// A file is needed only where the body is one.
document.addEventListener('change', ({ target }) => {
  const form = target instanceof Element ? target.closest('form') : null;
  const file = form?.querySelector('[type=file]');
  if (!(file instanceof HTMLInputElement)) return;
  const isNeeded = form?.querySelector('option:checked')?.textContent !== 'application/json';
  file.setCustomValidity(isNeeded && file.files?.length === 0 ? 'Choose a file' : '');
});

/** An address that has no account yet, so that the sample signup works each time that the page is loaded. */
const EMAIL = `ada.${Date.now()}@example.com`;
for (const body of document.querySelectorAll('textarea'))
  body.value = body.value.replaceAll('ada@example.com', EMAIL);

search.addEventListener('input', filter);
// Enter opens the first operation that is found by its name, or else the first one.
search.addEventListener('keydown', ({ key }) => {
  const best = entries.find(({ names }) => isFound(names)) ?? entries.find(({ words }) => isFound(words));
  if (key === 'Enter' && best) location.hash = best.link.hash;
});
addEventListener('hashchange', markCurrent);
markCurrent();

export {};
