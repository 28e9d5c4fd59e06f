import { builtinHttp } from './builtin-http.js';
import { gzip } from './gzip.js';

export default [builtinHttp, gzip];
