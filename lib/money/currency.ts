import * as z from 'zod/mini';
import { problem } from '../problem.ts';
import { stringExpected } from '../schema.ts';
import type { Digits } from './amount.ts';

/**
 * The active codes of ISO 4217 with 0, 2 or 3 digits, as published on 2026-01-01. `Intl` has other digits for some of them,
 * and not the same in every version of Node. An event keeps the digits that its currency had when it was set.
 */
const CODES: Record<Digits, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
    'GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL ' +
    'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
    'PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP ' +
    'TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

interface Currency {
  code: string;
  digits: Digits;
}

const currencyOf = (code: string): Currency | undefined =>
  ([0, 2, 3] as const)
    .map((digits) => ({ code, digits }))
    .find(({ digits }) => CODES[digits].split(' ').includes(code));

export const isCurrency = (code: string): boolean =>
  /^[A-Z]{3}$/.test(code) && currencyOf(code) !== undefined;

export const requestedCurrency = z.pipe(
  z.string({ error: stringExpected }).check(
    z.meta({
      description:
        'Active code of ISO 4217 with 0, 2 or 3 digits, such as `EUR`. While the event has budgets, another currency must have the same number of digits. Amounts are not converted',
      pattern: '^[A-Z]{3}$',
    }),
  ),
  z.transform((code, { issues }) => {
    const currency = currencyOf(code);
    if (!currency) {
      const message = problem('invalid', 'must be the code of an active currency, such as EUR');
      issues.push({ code: 'custom', input: code, message });
    }
    return currency ?? z.NEVER;
  }),
);
