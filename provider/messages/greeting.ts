/** The first line of a mail; some drivers gave no name. */
export const greet = (word: 'Hello' | 'Bonjour', firstName: string): string =>
  firstName === '' ? `${word},` : `${word} ${firstName},`
