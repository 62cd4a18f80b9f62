const added = new Map<string, Promise<void>>()

/**
 * Adds a stylesheet after the app's own, once, and waits until it applies. Rejects when the stylesheet cannot be loaded;
 * the next call tries again.
 * @param href as given by `?sheet`; empty where the styles come with their modules.
 */
export function addSheet(href: string): Promise<void> {
  if (href === '') return Promise.resolve()
  const known = added.get(href)
  if (known !== undefined) return known
  const link = document.createElement('link')
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      added.delete(href)
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    })
  })
  added.set(href, loaded)
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return loaded
}
