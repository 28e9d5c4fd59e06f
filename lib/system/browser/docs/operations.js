/** @typedef {{ operationId: string, summary: string, tags: string[] }} Operation */
/** @typedef {{ tags: { name: string }[], paths: Record<string, Record<string, Operation>> }} OpenApi */

/** @template {Element} Kind @param {string} selector @param {{ new (): Kind }} kind */
function found(selector, kind) {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
}

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {(string | Node)[]} content */
function made(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {string} path @param {string} method @param {Operation} operation */
function linkTo(path, method, { operationId, summary, tags }) {
  const link = made('a', made('span', method.toUpperCase()), ' ', summary);
  link.href = `#/${tags[0]}/${operationId}`;
  link.title = path;
  return made('li', link);
}

/** @param {OpenApi} openapi */
function groupsOf({ tags, paths }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const links = own.map(({ path, method, operation }) => linkTo(path, method, operation));
    return made('section', made('h2', name), made('ul', ...links));
  });
}

/** Shows only the operations whose method, path, summary or tag has words that begin with all those of the search. */
function search() {
  const words = found('nav input', HTMLInputElement).value.toLowerCase().split(/\W+/);
  let count = 0;
  for (const section of document.querySelectorAll('#list section')) {
    const tag = section.querySelector('h2')?.textContent;
    const items = [...section.querySelectorAll('li')];
    for (const item of items) {
      const text = `${tag} ${item.textContent} ${item.querySelector('a')?.title}`.toLowerCase().split(/\W+/);
      item.hidden = !words.every((word) => text.some((each) => each.startsWith(word)));
    }
    const shown = items.filter(({ hidden }) => !hidden).length;
    section.toggleAttribute('hidden', shown === 0);
    count += shown;
  }
  found('nav [role=status]', HTMLElement).textContent = count === 0 ? 'No operation found' : '';
}

/**
 * Fills the list at the side.
 * @param {OpenApi} openapi
 * @param {(tag?: string, operationId?: string) => void} show shows one operation, or the whole page
 */
export function listOperations(openapi, show) {
  const list = found('nav details', HTMLDetailsElement);
  const main = found('main', HTMLElement);
  const operations = found('#list', HTMLElement);
  operations.append(...groupsOf(openapi));
  found('nav input', HTMLInputElement).addEventListener('input', search);

  /** @param {string} hash */
  function select(hash) {
    const links = [...operations.querySelectorAll('a')];
    const selected = links.find((link) => link.hash === hash);
    for (const link of links) link.removeAttribute('aria-current');
    selected?.setAttribute('aria-current', 'page');
    selected?.scrollIntoView({ block: 'nearest' });
    const [, tag, operationId] = selected?.hash.split('/') ?? [];
    main.classList.toggle('one', selected !== undefined);
    show(tag, operationId);
  }

  const wide = matchMedia('(width >= 900px)');
  const fold = () => {
    list.open = wide.matches;
  };
  wide.addEventListener('change', fold);
  fold();

  // `hashchange` tells of the browser's back button, but not of a link to the address that is shown already.
  addEventListener('hashchange', () => select(location.hash));
  list.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.hash) return;
    select(link.hash);
    fold();
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  });
  found('.skip', HTMLButtonElement).addEventListener('click', () => main.focus());
  select(location.hash);
}
