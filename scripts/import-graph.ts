/** Adds the entries and all their imports, direct and indirect. */
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
