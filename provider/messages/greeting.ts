/** The first line of a mail; some drivers have given no name. */
export const greet = (word: 'Hello' | 'Bonjour', firstName: string): string =>
  firstName === '' ? `${word},` : `${word} ${firstName},`
