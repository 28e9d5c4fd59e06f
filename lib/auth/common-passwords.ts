import commonPasswords from './common-passwords.json' with { type: 'json' };

const common = new Set(commonPasswords);

/** Whether a password, in any case, is among the 3,000 most common ones of at least 8 characters. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
