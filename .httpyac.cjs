// Has httpyac understand `{{login.response.body.token}}` in requests.http, as VS Code's REST Client does.
module.exports = {
  configureHooks: ({ hooks }) =>
    hooks.onResponse.addHook('restClientVariables', ({ parsedBody, headers }) => {
      if (parsedBody) Object.defineProperty(parsedBody, 'response', { value: { body: parsedBody, headers } });
    }),
};
