import { describe, expect, it } from 'vitest';
import { etagOf, isNotModified } from '../../../lib/http/etag.ts';
import { ifMatch } from '../../../lib/http/versions.ts';

const parse = (value: string | undefined) => ifMatch.safeParse({ 'if-match': value });

describe('If-Match', () => {
  it.each<[string | undefined, (number | { weak: number })[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    ['"3"', [3]],
    ['"0"', [0]],
    ['"10"', [10]],
    [' "3" ,\t"4"', [3, 4]],
    ['W/"3", "4"', [{ weak: 3 }, 4]],
    // They match nothing.
    ['W/"a"', [{ weak: -1 }]],
    ['"03"', [-1]],
    ['"a,b", "é"', [-1, -1]],
    ['""', [-1]],
    ['"9999999999999999"', [-1]],
  ])('%s names the versions %j', (value, versions) => {
    expect(parse(value).data?.['if-match']).toEqual(versions);
    expect(parse(value).success).toBe(true);
  });

  it.each(['', '3', '"3', '3"', "'3'", '"3" "4"', '"3",', '*, "3"', 'w/"3"', '"a b"', '"a"b"', '"\u0000"'])(
    'rejects %j',
    (value) => {
      expect(parse(value).success).toBe(false);
    },
  );

  it('takes 20 tags, and no more', () => {
    const tags = Array.from({ length: 20 }, (_, version) => etagOf(version));
    expect(parse(tags.join()).success).toBe(true);
    expect(parse([...tags, '"20"'].join()).success).toBe(false);
  });

  it('takes linear time', () => {
    const start = performance.now();
    expect(parse(`${'"a",'.repeat(20_000)}b`).success).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('isNotModified', () => {
  it.each(['"3"', 'W/"3"', '"2", "3"', '"2",W/"3"', '*', ' * '])('%s names "3"', (list) => {
    expect(isNotModified(list, '"3"')).toBe(true);
  });

  it.each([undefined, '', '"2"', '3', '"33"', 'W/"2", "4"'])('%s does not name "3"', (list) => {
    expect(isNotModified(list, '"3"')).toBe(false);
  });
});
