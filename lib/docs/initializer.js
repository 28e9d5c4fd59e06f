SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/openapi.json',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Swagger UI's validator badge would send this service's address to a third party.
  validatorUrl: null,
});
