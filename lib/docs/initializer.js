SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // The badge of an outside validator would tell it of this service.
  validatorUrl: null,
});
