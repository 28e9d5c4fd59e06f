/** The contract's messages of a login. */
export const loginMessages = {
  success: 'Login Successful',
  failure: 'Login Failed. retry',
  invalid: 'Invalid. Missing username or password.',
  401: 'Invalid username or password.',
  405: 'Login Failed. retry',
};

/** The contract's messages of a signup. */
export const signupMessages = {
  success: 'Account registered successfully',
  failure: 'Account failed to register',
  invalid: { prefix: 'Validation failed: ' },
  409: 'Validation failed: Email has already been taken.',
};
