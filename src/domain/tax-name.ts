/** Taxes that have a name in French law: TVH, TPS and TVQ of the Canada Revenue Agency and of Revenu Québec. Others are proper names. */
const FRENCH: Readonly<Record<string, string>> = { gst: 'TPS', hst: 'TVH', qst: 'TVQ', vat: 'TVA' }

/** What a tax is called in the reader's language. */
export const taxName = ({ code, name }: { readonly code: string; readonly name: string }, language: string): string =>
  language === 'fr' ? (FRENCH[code] ?? name) : name
