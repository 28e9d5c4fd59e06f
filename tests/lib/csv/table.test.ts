import { describe, expect, it } from 'vitest';
import { readText } from '../../../lib/csv/table.ts';

const FILE = 'name,amount\r\nCafé,1\r\n';
const ENCODING = 'invalid: The file was saved in another encoding than UTF-8. Save it as "CSV UTF-8".';
const WORKBOOK = 'invalid: The file is a workbook or a zip. Save its sheet as "CSV UTF-8".';

const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);
const ZIP = Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1');

describe('a file', () => {
  it.each([
    ['without a BOM', Buffer.from(FILE)],
    ['with a BOM', Buffer.from(`\ufeff${FILE}`)],
  ])('in UTF-8 %s is read', (_, bytes) => {
    expect([readText(bytes, false), readText(bytes, true)]).toEqual([FILE, FILE]);
  });

  it('in base64 may have a replacement character of its own', () => {
    expect(readText(Buffer.from('name\n\ufffd'), false)).toBe('name\n\ufffd');
  });

  it.each([
    ['in Latin-1', Buffer.from(FILE, 'latin1'), ENCODING],
    ['in UTF-16', Buffer.from(`\ufeff${FILE}`, 'utf16le'), ENCODING],
    ['in UTF-16 without a BOM', Buffer.from(FILE.replace('é', 'e'), 'utf16le'), ENCODING],
    ['in big-endian UTF-16', Buffer.from(`\ufeff${FILE}`, 'utf16le').swap16(), ENCODING],
    ['saved twice', Buffer.from(Buffer.from(`\ufeff${FILE}`).toString('latin1')), ENCODING],
    [
      'saved twice with BOMs',
      Buffer.from(`\ufeff${Buffer.from(`\ufeff${FILE}`).toString('latin1')}`),
      ENCODING,
    ],
    ['of Excel 97', XLS, WORKBOOK],
    ['of Excel, in a zip', ZIP, WORKBOOK],
  ])('%s is refused, also if API Gateway has decoded it', (_, bytes, problem) => {
    const decoded = Buffer.from(bytes.toString());
    expect(() => readText(bytes, false)).toThrow(
      expect.objectContaining({ reason: 'malformed', problems: [{ field: 'body', problem }] }),
    );
    expect(() => readText(decoded, true)).toThrow(
      expect.objectContaining({ reason: 'malformed', problems: [{ field: 'body', problem }] }),
    );
  });
});
