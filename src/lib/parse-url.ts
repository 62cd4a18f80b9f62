/** Undefined: it is no address. `URL.canParse` would do, but for Chrome below 120 and Safari below 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
