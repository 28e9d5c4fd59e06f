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

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  plugins: [ownServer],
  deepLinking: true,
  // All schemas are closed until somebody opens them.
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Swagger UI's validator badge would send this service's address to a third party.
  validatorUrl: null,
});
