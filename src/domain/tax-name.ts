/**
 * Taxes with an official French name: TVH, TPS and TVQ of the Canada Revenue Agency and Revenu Québec. Other names are
 * proper names.
 */
const FRENCH: Readonly<Record<string, string>> = { gst: 'TPS', hst: 'TVH', qst: 'TVQ', vat: 'TVA' }

/** Returns a tax's name in the reader's language. */
export const taxName = ({ code, name }: { readonly code: string; readonly name: string }, language: string): string =>
  language === 'fr' ? (FRENCH[code] ?? name) : name
