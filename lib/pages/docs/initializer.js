/** The page tries out the service that serves it, instead of the servers in the document. */
const ownServer = {
  statePlugins: {
    spec: {
      wrapActions: {
        /** @param {(spec: object) => object} update */
        updateJsonSpec: (update) => (/** @type {object} */ spec) =>
          update({ ...spec, servers: [{ url: '/' }] }),
      },
    },
  },
};

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  plugins: [ownServer],
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Swagger UI's validator badge would send this service's address to a third party.
  validatorUrl: null,
});
