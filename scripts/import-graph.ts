/** Adds the entries and all that they import, directly or not, without waiting for an `import()`. */
export function addImported(
  entries: readonly string[],
  importsOf: (id: string) => readonly string[],
  found: Set<string> = new Set(),
): Set<string> {
  for (const id of entries) {
    if (found.has(id)) continue
    found.add(id)
    addImported(importsOf(id), importsOf, found)
  }
  return found
}
