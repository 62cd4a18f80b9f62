interface WebStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
}

/** Small texts outside the databases; a browser without storage does not keep them. */
export interface TextStorage {
  readonly read: (key: string) => string | null
  /** Returns false when the text was not stored (no storage, or full). */
  readonly write: (key: string, text: string) => boolean
  readonly remove: (key: string) => void
  readonly clear: () => void
  /** Removes all keys but these. */
  readonly clearBut: (kept: readonly string[]) => void
}

export function textStorage(name: 'localStorage' | 'sessionStorage'): TextStorage {
  /** Undefined on a server, in a worker, and where the driver has blocked storage (accessing it then throws). */
  const find = (): WebStorage | undefined => {
    try {
      return (globalThis as Partial<Record<typeof name, WebStorage>>)[name]
    } catch {
      return undefined
    }
  }
  return {
    read: (key) => find()?.getItem(key) ?? null,
    write: (key, text) => {
      const storage = find()
      if (storage === undefined) return false
      try {
        storage.setItem(key, text)
        return true
      } catch {
        return false
      }
    },
    remove: (key) => find()?.removeItem(key),
    clear: () => find()?.clear(),
    clearBut: (kept) => {
      const storage = find()
      for (const key of Object.keys(storage ?? {})) if (!kept.includes(key)) storage?.removeItem(key)
    },
  }
}
