/** Why a request over the network failed: Node says "fetch failed", and why in what caused it. */

/** The codes of an error and of what caused it, such as ECONNREFUSED; a connection tried at two addresses has its own list of causes. */
export function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  return [...own, ...inner, ...codesOf(error.cause)]
}

/** In words, for a log or whoever runs a command. */
export function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const said = inner instanceof Error ? inner.message : String(inner)
  return said === '' ? codesOf(inner).join(' ') : said
}
