/** Returns undefined for an invalid URL. `URL.canParse` is missing in Chrome below 120 and Safari below 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
