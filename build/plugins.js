import { builtins } from './builtins.js';
import { gzip } from './gzip.js';

export default [builtins, gzip];
