import type { Page } from '@playwright/test'
import type { OutboxRow } from '../../src/db/outbox-row.ts'

interface Table {
  /** Prefix of the database's name: a driver's own ends in a hash. */
  readonly database: 'baywise-session' | 'baywise-user' | 'baywise-public'
  readonly table: string
}

/** Reads rows from the phone's storage, bypassing the app. */
export const readStored = <Row>(page: Page, wanted: Table): Promise<Row[]> =>
  page.evaluate(async ({ database, table }): Promise<Row[]> => {
    const infos = await indexedDB.databases()
    const name = infos.map((info) => info.name ?? '').find((candidate) => candidate.startsWith(database))
    if (name === undefined) return []
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
      })
    const db = await settled(indexedDB.open(name))
    const rows = await settled<Row[]>(db.transaction(table).objectStore(table).getAll())
    db.close()
    return rows
  }, wanted)

/** Writes rows, bypassing the app, into a table with inline keys. */
export const putStored = (page: Page, wanted: Table & { readonly rows: readonly unknown[] }): Promise<void> =>
  page.evaluate(async ({ database, table, rows }) => {
    const infos = await indexedDB.databases()
    const name = infos.map((info) => info.name ?? '').find((candidate) => candidate.startsWith(database))
    if (name === undefined) throw new Error(`No database ${database}`)
    const opening = indexedDB.open(name)
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve)
      opening.addEventListener('error', reject)
    })
    const change = opening.result.transaction(table, 'readwrite')
    for (const row of rows) change.objectStore(table).put(row)
    await new Promise((resolve, reject) => {
      change.addEventListener('complete', resolve)
      change.addEventListener('abort', reject)
    })
    opening.result.close()
  }, wanted)

export const outboxOf = (page: Page): Promise<OutboxRow[]> =>
  readStored<OutboxRow>(page, { database: 'baywise-user', table: 'outbox' })

/** Version of the driver's database; 0 when there is none. */
export const userDatabaseVersion = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const infos = await indexedDB.databases()
    return infos.find(({ name }) => name?.startsWith('baywise-user-') === true)?.version ?? 0
  })
