/** How spreadsheets write booleans, which depends on their language, and people yes and no. */
const TRUE = new Set(
  (
    'true wahr vrai vero verdadero verdadeiro waar sand sant sann tosi prawda pravda igaz doğru истина ' +
    'yes ja oui sì si sí sim kyllä tak ano áno igen evet да x'
  ).split(' '),
);
const FALSE = new Set(
  (
    'false falsch faux falso onwaar falsk falskt usann epätosi fałsz nepravda hamis yanlış yanliş ложь ' +
    'no nein non não nee nej nei ei nie ne nem hayır hayir нет'
  ).split(' '),
);

/** What is no boolean stays as it is. */
export function booleanOf(text: string): boolean | string {
  const word = text.normalize().toLowerCase();
  return TRUE.has(word) || (FALSE.has(word) ? false : text);
}
