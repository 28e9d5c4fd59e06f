import { listOperations } from './operations.js';

/** An address that has no account yet, so that the sample signup works each time that the page is loaded. */
const EMAIL = `ada.${Date.now()}@example.com`;

/** The page tries out the service that serves it, instead of the servers in the document. */
const ownServer = {
  statePlugins: {
    spec: {
      wrapActions: {
        /** @param {(spec: object) => object} update */
        updateJsonSpec: (update) => (/** @type {object} */ spec) => {
          const own = JSON.parse(JSON.stringify(spec).replaceAll('ada@example.com', EMAIL));
          return update({ ...own, servers: [{ url: '/' }] });
        },
      },
    },
  },
};

/** An operation is shown alone, by its id as the filter. */
const oneOperation = {
  fn: {
    /** @param {SwaggerMap} tags @param {string} id */
    opsFilter: (tags, id) =>
      tags
        .map((tag) =>
          tag.update('operations', (operations) =>
            operations.filter((each) => each.getIn(['operation', 'operationId']) === id),
          ),
        )
        .filter((tag) => tag.get('operations').size > 0),
  },
  // The list at the side has a search of its own.
  components: { FilterContainer: () => null },
};

/** Error responses are closed until somebody opens them. */
const foldedErrors = {
  wrapComponents: {
    /** @param {unknown} Original @param {SwaggerSystem} system */
    response:
      (Original, { React: { createElement, Fragment, useState } }) =>
      /** @param {{ code: string, response: SwaggerMap, className: string }} props */
      (props) => {
        const { code, response } = props;
        const [isOpen, setOpen] = useState(false);
        if (code < '400') return createElement(Original, props);
        const button = createElement(
          'button',
          { type: 'button', className: 'fold', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
          response.get('description').replaceAll('`', ''),
        );
        const row = createElement(
          'tr',
          { className: 'response folded', 'data-code': code },
          createElement('td', { className: 'response-col_status' }, code),
          createElement('td', { className: 'response-col_description' }, button),
        );
        return createElement(
          Fragment,
          null,
          row,
          isOpen && createElement(Original, { ...props, className: 'unfolded' }),
        );
      },
  },
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const setColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColors);
setColors();

const { getSystem } = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  plugins: [ownServer, oneOperation, foldedErrors],
  docExpansion: 'none',
  // The colors of the default have too little contrast.
  syntaxHighlight: { theme: 'tomorrow-night' },
  // All schemas are closed until somebody opens them.
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Swagger UI's validator badge would send this service's address to a third party.
  validatorUrl: null,
  onComplete: () => {
    const { layoutActions, specSelectors } = getSystem();
    listOperations(specSelectors.specJson().toJS(), (tag, id) => {
      layoutActions.updateFilter(id ?? '');
      if (!tag || !id) return;
      layoutActions.show(['operations-tag', tag], true);
      layoutActions.show(['operations', tag, id], true);
    });
  },
});
