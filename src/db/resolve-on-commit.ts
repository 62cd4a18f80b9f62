import type { UserDb } from './schema.ts'

/**
 * Runs in one transaction and resolves when it has committed, before Dexie notifies its live queries: on a slow phone
 * those reads delay the confirmation noticeably. A connection receives its transactions' `complete` events before the
 * code that started them does.
 */
export async function resolveOnCommit<T>(db: UserDb, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  let stopListening = (): void => undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      const run = db.transaction('rw', tables, async ({ idbtrans }) => {
        const result = await work()
        const tell = (event: Event): void => {
          if (event.target === idbtrans) resolve(result)
        }
        idbtrans.db.addEventListener('complete', tell, { capture: true })
        stopListening = () => idbtrans.db.removeEventListener('complete', tell, { capture: true })
        return result
      })
      run.then(resolve, reject)
    })
  } finally {
    stopListening()
  }
}
