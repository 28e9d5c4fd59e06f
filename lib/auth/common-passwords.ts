import commonPasswords from './common-passwords.json' with { type: 'json' };

const common = new Set(commonPasswords);

/** Returns whether a password is one of the 4,500 most common with at least 8 characters, ignoring case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
