/** Why a network request failed: Node reports only "fetch failed"; the reason is in the error's cause. */

/**
 * The codes of an error and of its causes, such as ECONNREFUSED; a connection attempted at two addresses has a list of
 * causes.
 */
export function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : []
  return [...own, ...inner, ...codesOf(error.cause)]
}

/** The reason in words, for a log or the user of a command. */
export function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const said = inner instanceof Error ? inner.message : String(inner)
  return said === '' ? codesOf(inner).join(' ') : said
}
