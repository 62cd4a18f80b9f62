/**
 * Obvious guesses for this service: its name, its trade and the people who work in it, in both languages; lower case,
 * without accents.
 */
const CONTEXT_WORDS = [
  ...['baywise', 'parking', 'stationnement', 'booking', 'reservation', 'wallet', 'portefeuille'],
  ...['driver', 'conducteur', 'attendant', 'agent', 'operator', 'exploitant', 'console', 'admin', 'administrator'],
  ...['demo', 'password', 'motdepasse', 'welcome', 'bienvenue'],
]

/** A password with at least this many letters besides such words is accepted. */
const MIN_LEFT_LETTERS = 4
const MIN_NAME_LENGTH = 4

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

const toPlain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const withLetters = (text: string): string => text.replace(/[0-9@$]/g, (sign) => LETTERS[sign] ?? sign)

/** The names in an address, each on its own and all joined together. */
function namesIn(email: string): readonly string[] {
  const names = toPlain(email.slice(0, Math.max(0, email.lastIndexOf('@')))).split(/[^\p{L}]+/u)
  return [...names, names.join('')].filter((name) => name.length >= MIN_NAME_LENGTH)
}

function isLittleMore(text: string, words: readonly string[]): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
  return left !== text && (left.match(/\p{L}/gu) ?? []).length < MIN_LEFT_LETTERS
}

/**
 * True for a password that is little more than such a word, or than a name in the address: `baywise2026`, `B4yw1se!`.
 */
export function isContextPassword(password: string, email: string): boolean {
  const words = [...CONTEXT_WORDS, ...namesIn(email)].toSorted((a, b) => b.length - a.length)
  const text = toPlain(password)
  return isLittleMore(text, words) || isLittleMore(withLetters(text), words)
}
