import { type Problem, problem } from '../problem.ts';

/** The mark may be a decimal mark or separate thousands. Numbers of any other form have one meaning. */
const AMBIGUOUS = /^-?([1-9]\d{0,2})([.,])(\d{3})$/;

/** Returns whether a number is 12,500 to one reader and 12.5 to another. */
export const isAmbiguous = (number: string): boolean => AMBIGUOUS.test(number);

/** Says what an ambiguous number could be, and how to write it with at most so many fractional digits. */
export function ambiguous(number: string, digits: number): Problem {
  const [, whole = '', mark = '', thousandths = ''] = AMBIGUOUS.exec(number) ?? [];
  const grouped = `${whole}${mark === '.' ? ',' : '.'}${thousandths}`;
  const plain = `${whole}${thousandths}`;
  const thousands = Number(plain);
  const fraction = thousandths.replace(/0+$/, '');
  if (digits === 0 || fraction.length > digits)
    return problem('ambiguous', `could be ${grouped}: write ${plain}`, { thousands });
  const short = fraction && `${mark}${fraction}`;
  const full = `${mark}${fraction.padEnd(digits, '0')}`;
  return problem('ambiguous', `could be ${grouped} or ${whole}${short}: write ${plain} or ${whole}${full}`, {
    thousands,
    decimal: Number(`${whole}.${thousandths}`),
  });
}
