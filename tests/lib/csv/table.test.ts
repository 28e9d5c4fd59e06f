import { describe, expect, it } from 'vitest';
import { readText } from '../../../lib/csv/table.ts';

const FILE = 'name,amount\r\nCafé,1\r\n';
const ENCODING = 'invalid: The file was saved in another encoding than UTF-8. Save it as "CSV UTF-8".';
const WORKBOOK = 'invalid: The file is a workbook or a zip. Save its sheet as "CSV UTF-8".';

const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);
const ZIP = Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1');

describe('a file', () => {
  it('in UTF-8 is read, with a BOM or without, and in base64 with a replacement character of its own', () => {
    for (const text of [FILE, `\ufeff${FILE}`])
      expect([readText(Buffer.from(text), false), readText(Buffer.from(text), true)]).toEqual([FILE, FILE]);
    expect(readText(Buffer.from('name\n\ufffd'), false)).toBe('name\n\ufffd');
  });

  const twice = (bom: string) => Buffer.from(bom + Buffer.from(`\ufeff${FILE}`).toString('latin1'));

  it.each([
    ['in Latin-1', Buffer.from(FILE, 'latin1'), ENCODING],
    ['in UTF-16', Buffer.from(`\ufeff${FILE}`, 'utf16le'), ENCODING],
    ['in UTF-16 without a BOM', Buffer.from(FILE.replace('é', 'e'), 'utf16le'), ENCODING],
    ['in big-endian UTF-16', Buffer.from(`\ufeff${FILE}`, 'utf16le').swap16(), ENCODING],
    ['saved twice', twice(''), ENCODING],
    ['saved twice with BOMs', twice('\ufeff'), ENCODING],
    ['of Excel 97', XLS, WORKBOOK],
    ['of Excel, in a zip', ZIP, WORKBOOK],
  ])('%s is rejected, also if API Gateway has decoded it', (_, bytes, problem) => {
    const problems = [{ field: 'body', problem }];
    const malformed = expect.objectContaining({ reason: 'malformed', problems });
    expect(() => readText(bytes, false)).toThrow(malformed);
    expect(() => readText(Buffer.from(bytes.toString()), true)).toThrow(malformed);
  });
});
