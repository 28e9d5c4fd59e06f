import { isCurrency } from './currency.ts';

/** Signs that people write instead of a currency's code. One sign may stand for several currencies. */
const SIGNS: Readonly<Record<string, string>> = {
  $: 'ARS AUD BBD BMD BND BSD BZD CAD CLP COP DOP FJD GYD HKD JMD KYD LRD MXN NAD NIO NZD SBD SGD SRD TTD TWD USD UYU XCD',
  kr: 'DKK ISK NOK SEK',
  'kr.': 'DKK ISK NOK SEK',
  '£': 'EGP FKP GBP GIP LBP SDG SHP SSP SYP',
  '¥': 'CNY JPY',
  '￥': 'CNY JPY',
  円: 'JPY',
  元: 'CNY HKD TWD',
  '€': 'EUR',
  US$: 'USD',
  C$: 'CAD NIO',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  R: 'ZAR',
  'Fr.': 'CHF',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '₹': 'INR',
  '₨': 'INR LKR MUR NPR PKR SCR',
  Rs: 'INR LKR MUR NPR PKR SCR',
  'Rs.': 'INR LKR MUR NPR PKR SCR',
  '₩': 'KPW KRW',
  원: 'KPW KRW',
  '₫': 'VND',
  đ: 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  RM: 'MYR',
  Rp: 'IDR',
  '₦': 'NGN',
  '₵': 'GHS',
  '₡': 'CRC',
  '₲': 'PYG',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '৳': 'BDT',
  'S/': 'PEN',
};

/** The currencies that a sign or code may mean. None if it isn't one. */
const currenciesOf = (sign: string): string[] =>
  isCurrency(sign) ? [sign] : Object.hasOwn(SIGNS, sign) ? (SIGNS[sign] ?? '').split(' ') : [];

const BY_LOWER_CASE = new Map(Object.keys(SIGNS).map((sign) => [sign.toLowerCase(), sign]));

/** The sign or code that a text is in any case; `undefined` if it is none. */
export const signOf = (text: string): string | undefined =>
  [text.toUpperCase(), BY_LOWER_CASE.get(text.toLowerCase()) ?? ''].find(isSign);

/** Returns whether text is a sign or code as it is usually written. `all`, `Ron` and `R` may be words, names and initials. */
export const isWrittenSign = (text: string): boolean => isSign(text) && !/^[A-Z]$/.test(text);

const THOUSANDS = /[千万億]|['’]000|\b(thousands?|lakhs?|crores?|tsd|mio)\b/i;

/** `k`, `T` or `M` before the sign or code of a currency. */
const MULTIPLE = /(?<!\p{L})[kTM] ?(\p{Sc}|[A-Z]{3}(?!\p{L}))/u;

/**
 * The sign or code of a currency in a header, such as `Cost (USD)` or `Betrag in €`, and whether its amounts may be in
 * thousands. Signs of letters have to be alone or in brackets: `Sq Ft` is no forint. Among words in capitals, a code has to be
 * the last one: `COST ALL IN` is no lek.
 */
export function signsIn(header = ''): { sign: string | undefined; inThousands: boolean } {
  const [, multiplied = ''] = MULTIPLE.exec(header) ?? [];
  const parts = header.split(/[()[\]{}（）［］]/).map((part) => part.trim().replace(/^[千万億]/, ''));
  const isInCapitals = !/[\p{Ll}\p{Lo}]/u.test(header);
  const isCode = (word: string, isLast: boolean) => isCurrency(word) && (isLast || !isInCapitals);
  const words = parts.flatMap((part) =>
    part
      .split(/\s+/)
      .filter((word, index, { length }) => isCode(word, index === length - 1) || /\p{Sc}/u.test(word)),
  );
  return {
    sign: [...parts, ...words, multiplied].find(isSign),
    inThousands: THOUSANDS.test(header) || isSign(multiplied),
  };
}

/** Returns whether text is the sign or code of a currency. */
export const isSign = (text: string): boolean => currenciesOf(text).length > 0;

/** Returns whether a sign may be that of a currency. */
export const isSignOf = (sign: string, currency: string): boolean => currenciesOf(sign).includes(currency);

/** The currency that a sign means; `undefined` if it may mean several. */
function currencyOf(sign: string): string | undefined {
  const [currency, ...others] = currenciesOf(sign);
  return others.length === 0 ? currency : undefined;
}

/** The sign, or the first of others that says which of its currencies it means. */
export const exactSign = (sign: string, others: string[]): string =>
  others.find((other) => isSignOf(sign, currencyOf(other) ?? '')) ?? sign;

/** Returns whether two signs mean the same currency, whichever that is. */
export const isSameSign = (one: string, other: string): boolean =>
  one === other || (currencyOf(one) !== undefined && currencyOf(one) === currencyOf(other));
