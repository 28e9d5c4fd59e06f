import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

interface Language {
  decimal: '.' | ',';
  /** How Excel writes a day, and the order of its parts. */
  day: string;
  date: 'dmy' | 'mdy';
  booleans: Record<string, string>;
}

/** What a spreadsheet in each language takes for numbers and booleans. */
export const LANGUAGES = {
  en: { decimal: '.', day: 'm/d/yyyy', date: 'mdy', booleans: { true: 'TRUE', false: 'FALSE' } },
  de: { decimal: ',', day: 'dd.mm.yyyy', date: 'dmy', booleans: { true: 'WAHR', false: 'FALSCH' } },
  fr: { decimal: ',', day: 'dd/mm/yyyy', date: 'dmy', booleans: { true: 'VRAI', false: 'FAUX' } },
  es: { decimal: ',', day: 'dd/mm/yyyy', date: 'dmy', booleans: { true: 'VERDADERO', false: 'FALSO' } },
  cs: { decimal: ',', day: 'dd.mm.yyyy', date: 'dmy', booleans: { true: 'PRAVDA', false: 'NEPRAVDA' } },
} satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;

/** A cell as it is shown: a number without zeros at its end, a boolean as a word, and any other as it was. */
function shownIn({ decimal, booleans }: Language, cell: string): string {
  const isNumber = (decimal === '.' ? /^\d+\.\d+$/ : /^\d+,\d+$/).test(cell);
  return isNumber ? cell.replace(/[.,]?0+$/, '') : (booleans[cell] ?? cell);
}

const shownRows = (file: string, language: Language, delimiter: string): string[][] =>
  parse(file, { bom: true, delimiter }).map((row) => row.map((cell) => shownIn(language, cell)));

/**
 * A file as LibreOffice saves one that it has opened: cells as they are shown, with any delimiter, in UTF-8
 * without a BOM. Days in ISO 8601 stay as they are in all languages.
 */
export const resavedByLibreOffice = (
  file: string,
  delimiter: string,
  language: LanguageName,
  saved: string,
) => stringify(shownRows(file, LANGUAGES[language], delimiter), { delimiter: saved });

/** A day as Excel shows it. */
const dayIn = ({ day }: Language, cell: string): string =>
  cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, (_, year, month, date) =>
    day
      .replace('yyyy', year)
      .replace('mm', month)
      .replace('dd', date)
      .replace('m', String(Number(month)))
      .replace('d', String(Number(date))),
  );

/** A file that Excel has opened and saved as "CSV UTF-8", with the delimiter and days of its language. */
export const resavedByExcel = (file: string, name: LanguageName): string => {
  const language = LANGUAGES[name];
  const delimiter = language.decimal === ',' ? ';' : ',';
  const rows = shownRows(file, language, delimiter).map((row) => row.map((cell) => dayIn(language, cell)));
  return stringify(rows, { bom: true, delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
};
