/**
 * Where a spreadsheet would run a formula: at the start of a cell, or after what it may take for the end of one, and after
 * any number of apostrophes and of quotes, which some take off. Some read full-width characters like the others.
 */
const START = '(?<=^|[;\\t\\r\\n\\0])';
const FORMULA = '(?=[\'"]*[=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20])';

const UNGUARDED = new RegExp(START + FORMULA, 'g');
const GUARDED = new RegExp(`${START}'${FORMULA}`, 'g');

/** Puts an apostrophe in front of each formula, or one more if it has some. */
export const guarded = (cell: string): string => cell.replaceAll(UNGUARDED, "'");

/** The cell before {@link guarded}. */
export const unguarded = (cell: string): string => cell.replaceAll(GUARDED, '');
