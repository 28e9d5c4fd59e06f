fetch('/openapi.json')
  .then((response) => response.json())
  .then((spec) =>
    SwaggerUIBundle({
      dom_id: '#swagger-ui',
      // The page tries out the service that serves it.
      spec: Object.assign({}, spec, { servers: [{ url: '/' }] }),
      deepLinking: true,
      tryItOutEnabled: true,
      persistAuthorization: false,
      // Swagger UI's validator badge would send this service's address to a third party.
      validatorUrl: null,
    }),
  );
