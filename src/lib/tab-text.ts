/** Small texts of this tab that survive leaving the page and coming back; a browser without storage forgets them. */
interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

function findStorage(): TextStorage | undefined {
  try {
    return (globalThis as { sessionStorage?: TextStorage }).sessionStorage
  } catch {
    return undefined
  }
}

export const readTabText = (key: string): string | null => findStorage()?.getItem(key) ?? null

/** False when the text was not kept. */
export function writeTabText(key: string, text: string): boolean {
  const storage = findStorage()
  if (storage === undefined) return false
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const removeTabText = (key: string): void => findStorage()?.removeItem(key)
