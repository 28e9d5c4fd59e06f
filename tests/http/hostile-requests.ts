import { gzipSync } from 'node:zlib';

/** A raw request. Omitted parts have normal values. */
export interface HostileRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

const party = '{"name":"Party","event_date":"2027-07-04"}';
const BOM = '\ufeff';

const create = (body: string | Buffer, headers = {}): HostileRequest => ({ body, headers });
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const budget = (body: string): HostileRequest => ({ path: '/events/1/budgets/create', body });
const csv = (body: string | Buffer, headers = {}): HostileRequest => ({
  path: '/events/1/budgets/import',
  headers: { 'content-type': 'text/csv', ...headers },
  body,
});
const signup = (fields: object): HostileRequest => ({
  path: '/auth/signup',
  body: JSON.stringify({
    first_name: 'A',
    last_name: 'B',
    email: 'a@example.com',
    password: 'correct horse',
    ...fields,
  }),
});
const login = (body: string): HostileRequest => ({ path: '/auth/login', body });
const view = (id: string): HostileRequest => ({ method: 'GET', path: `/events/view/${id}` });
const get = (path: string, headers = {}): HostileRequest => ({ method: 'GET', path, headers });

/** Malformed and malicious requests. Each must get a 4xx JSON response. Add new ones here. */
export const hostileRequests: Record<string, HostileRequest> = {
  'a body in UTF-16': create(utf16(party)),
  'a body in UTF-16 with a byte order mark': create(utf16(BOM + party)),
  'a body of two byte order marks': create(BOM + BOM + party),
  'a body in UTF-32': create(
    Buffer.from(party.split('').flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])),
  ),
  'a body in overlong UTF-8': create(Buffer.from('7b226e616d65223a22c0af227d', 'hex')),
  'a body with half a surrogate in UTF-8': create(Buffer.from('7b226e616d65223a22eda080227d', 'hex')),
  'a body in base64': create(Buffer.from(party).toString('base64')),
  'a body in gzip': create(gzipSync(party)),
  'a body in gzip with content-encoding': create(gzipSync(party), { 'content-encoding': 'gzip' }),
  'a body with an unknown content-encoding': create('x', { 'content-encoding': 'x-secret' }),
  'a gzip bomb': create(gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
  'a multipart form': create('--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
  'a multipart form without a boundary': create('x', { 'content-type': 'multipart/form-data' }),
  'a body without a content type': create('x', { 'content-type': '' }),
  'a body with a malformed content type': create('x', { 'content-type': ';;;=\t"' }),
  'a body in another charset': create('\u0000{', { 'content-type': 'application/json; charset=utf-16' }),
  'a NUL around JSON': create(`\0${party}\0`),
  'a NUL inside JSON': create('{"name":"a\0b","event_date":"2027-07-04"}'),
  NaN: budget('{"name":"x","amount":NaN}'),
  'a duplicate name, the second one empty': create('{"name":"a","event_date":"2027-07-04","name":""}'),
  'a lone surrogate': create('{"name":"\\ud800","event_date":"2027-07-04"}'),
  'a name of non-ASCII whitespace': create('{"name":"\u00a0\u2003\u3000\ufeff","event_date":"2027-07-04"}'),
  'a name of 256 families': create(`{"name":"${'👨‍👩‍👧'.repeat(256)}","event_date":"2027-07-04"}`),
  'a date in non-ASCII digits': create('{"name":"x","event_date":"２０２７-07-04"}'),
  'a date followed by a newline': create('{"name":"x","event_date":"2027-07-04\\n"}'),
  'an amount of 60,000 digits': budget(`{"name":"x","amount":${'9'.repeat(60_000)}}`),
  'an amount of 60,000 fractional digits': budget(`{"name":"x","amount":1.${'0'.repeat(60_000)}1e-9}`),
  'an amount below the smallest number': budget('{"name":"x","amount":1e-400,"spent":-1e-9}'),
  'a CSV file in UTF-16 with a byte order mark': csv(utf16(`${BOM}name,amount\nBand,1\n`)),
  'a CSV file in Latin-1': csv(Buffer.from('name,amount\nCafé,1\n', 'latin1')),
  'a CSV file in overlong UTF-8': csv(Buffer.from('name,amount\nx\xc0\xaf,1\n', 'latin1')),
  'a CSV file in gzip': csv(gzipSync('name,amount\nBand,1\n')),
  'a spreadsheet': csv(Buffer.from('504b0304140008080800', 'hex')),
  'a CSV file of 10 MB': csv('name,amount\n'.padEnd(10_000_000, 'Band,1\n')),
  'a CSV file of NULs': csv('\0'.repeat(1_000)),
  'a CSV file of quotes': csv('"'.repeat(200_000)),
  'a CSV file of line breaks': csv(`name,amount${'\n\r'.repeat(100_000)}`),
  'a CSV file with a quote that is never closed': csv(`name,amount\n"${'x\n'.repeat(100_000)}`),
  'a CSV file with 100,000 columns': csv(`name,amount${',x'.repeat(100_000)}\n`),
  'a CSV file with 100,000 cells in a row': csv(`name,amount\nBand,1${',x'.repeat(100_000)}\n`),
  'a CSV file with formulas for amounts': csv("name,amount\n=cmd|' /C calc'!A0,=1+1\n"),
  'a CSV file with an amount of 200,000 digits': csv(`name,amount\nBand,${'9'.repeat(200_000)}\n`),
  'an import of 100,000 budgets as JSON': csv(`{"budgets":[${'{},'.repeat(85_000)}{}]}`, {
    'content-type': 'application/json',
  }),
  'an address of 60,000 letters': signup({ email: `${'a'.repeat(60_000)}@example.com` }),
  'an address that could cause regex backtracking': signup({
    email: `${'a.'.repeat(120)}@${'a.'.repeat(60)}`,
  }),
  'an address with a newline': signup({ email: 'a@example.com\r\nBcc: b@example.com' }),
  'an address with a NUL': signup({ email: 'a\0@example.com' }),
  'a login with NoSQL operators': login('{"username":{"$gt":""},"password":{"$gt":""}}'),
  'an encoded slash in the id': view('1%2F2'),
  'an encoded path traversal as id': view('%2e%2e%2f%2e%2e%2fetc%2fpasswd'),
  'a path traversal': get('/events/view/../../etc/passwd'),
  'a NUL as id': view('%00'),
  'a NUL after the id': view('1%00'),
  'a newline after the id': view('1%0a'),
  'a malformed percent escape': view('%'),
  'a percent escape that is not UTF-8': view('%c0%af'),
  'an id escaped twice': view('%2531'),
  'an id of 8,000 digits': view('9'.repeat(8_000)),
  'an id in non-ASCII digits': view('%EF%BC%91'),
  'an id with a blank': view('%201'),
  'an id with a parameter': view('1;id=2'),
  '__proto__ as id': view('__proto__'),
  'two slashes': get('//events'),
  'a path in capitals': get('/EVENTS'),
  'a path of 8,000 letters': get(`/${'a'.repeat(8_000)}`),
  'an absolute URL as path': get('http://example.com/events/view/1'),
  'an asterisk as path': { method: 'OPTIONS', path: '*' },
  'a path traversal in the docs': get('/docs/..%2f..%2fpackage.json'),
  'a token of 8 KB': get('/events', { authorization: `Bearer ${'x'.repeat(8_192)}` }),
  'a token of 15 KB': get('/events', { authorization: `Bearer ${'x'.repeat(15_000)}` }),
  'a token after another one': get('/events', { authorization: ['Bearer x', 'Bearer y'] }),
  'a token with mixed-case header and scheme': get('/events', { aUTHORIZATION: 'bEARER x.y.z' }),
  'a token with bytes above ASCII': get('/events', { authorization: 'Bearer \u00ff\u00fe' }),
  'a token with a tab': get('/events', { authorization: 'Bearer\tx.y.z' }),
  'a token without a signature': get('/events', {
    authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  }),
  'a method override header': get('/events/delete/1', { 'x-http-method-override': 'POST' }),
  'a thousand cookies': get('/events', { authorization: '', cookie: 'a=b; '.repeat(1_000) }),
  'a forged X-Forwarded-For': get('/events', { authorization: '', 'x-forwarded-for': "127.0.0.1, '; --" }),
  'an upgrade': get('/events/view/1', { connection: 'close, Upgrade', upgrade: 'websocket' }),
  'a range': get('/events/view/1', { range: 'bytes=0-0,9-,-' }),
  'a WebDAV method': { method: 'PROPFIND', path: '/events' },
  'a TRACE': { method: 'TRACE', path: '/events' },
  'two cursors': get('/events?cursor=1&cursor=2'),
  'a cursor of 8,000 letters': get(`/events?sort=name&cursor=${'A'.repeat(8_000)}`),
  '__proto__ as sort': get('/events?sort=__proto__'),
  'a limit in non-ASCII digits': get('/events?limit=%EF%BC%91'),
  'a cursor that is a list': get('/events?cursor=%5B1%5D'),
  'a cursor with a NUL': get('/events?cursor=%00'),
  'a cursor with a malformed percent escape': get('/events?cursor=%ZZ'),
};

/** Requests that Node's HTTP parser rejects, with a 4xx but without a body. */
export const brokenRequests: Record<string, string> = {
  'a header of 17 KB': `GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: ${'x'.repeat(17_000)}\r\n\r\n`,
  'no Host': 'GET /events HTTP/1.1\r\n\r\n',
  'two lengths': 'POST /events/create HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
  'a length and chunks':
    'POST /events/create HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a negative length': 'POST /events/create HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'a malformed chunk': 'POST /events/create HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'an unknown method': 'FETCH /events HTTP/1.1\r\nHost: x\r\n\r\n',
  'a blank in the path': 'GET /events/view/1 2 HTTP/1.1\r\nHost: x\r\n\r\n',
  'HTTP/2 without an upgrade': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
};
