import { describe, expect, it } from 'vitest';
import { includeParameter } from '../../../lib/lists/page.ts';

const parameter = includeParameter(['summary', 'version', 'times'], 'A description');

describe('include', () => {
  it.each([
    ['summary', ['summary']],
    ['times', ['times']],
    ['version,summary', ['summary', 'version']],
    ['times,version,summary', ['summary', 'version', 'times']],
    ['version,version', ['version']],
    ['summary,version,summary', ['summary', 'version']],
  ])('takes %s', (list, names) => {
    expect(parameter.parse(list)).toEqual(names);
  });

  it('may be left out', () => {
    expect(parameter.parse(undefined)).toBeUndefined();
  });

  it.each(['', ',', 'summary,', ',summary', 'summary,,times', 'summary, times', ' summary', 'Summary'])(
    'rejects %j',
    (list) => {
      expect(parameter.safeParse(list).error?.issues.map(({ message }) => message)).toEqual([
        'invalid: may only contain summary, version, times',
      ]);
    },
  );

  it.each(['all', 'versions', 'summary;version', 'toString', '__proto__'])('rejects the name %s', (list) => {
    expect(parameter.safeParse(list).success).toBe(false);
    expect(parameter.safeParse(`summary,${list}`).success).toBe(false);
  });
});
