import { must } from '../../../src/lib/assert.ts'

/** What takes back the writes of the transaction that is running; undefined outside one. */
export interface Journal {
  undo: Array<() => void> | undefined
}

/** As the database refuses a zero character, which no text column can hold. */
function checkStorable(row: object): void {
  const isUnstorable = Object.values(row).some((value) => typeof value === 'string' && value.includes('\0'))
  if (isUnstorable) throw Object.assign(new Error('A text holds a zero character'), { code: '22021' })
}

/** Rows by key. A row is never changed, only replaced, so that a copy of the map is a backup. */
export class Table<Key, Row extends object> {
  #rows = new Map<Key, Row>()
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  find(key: Key): Row | undefined {
    return this.#rows.get(key)
  }

  must(key: Key): Row {
    return must(this.#rows.get(key), `row ${String(key)}`)
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  filter(isWanted: (row: Row) => boolean): Row[] {
    return this.all().filter(isWanted)
  }

  /** Throws when the key is taken, as a primary key does. */
  insert(key: Key, row: Row): void {
    checkStorable(row)
    if (this.#rows.has(key)) throw new Error(`Duplicate key ${String(key)}`)
    this.#rows.set(key, row)
    this.#journal.undo?.push(() => this.#rows.delete(key))
  }

  update(key: Key, change: Partial<Row>): Row {
    checkStorable(change)
    const before = this.must(key)
    const after = { ...before, ...change }
    this.#rows.set(key, after)
    this.#journal.undo?.push(() => this.#rows.set(key, before))
    return after
  }

  delete(key: Key): void {
    const before = this.#rows.get(key)
    if (before === undefined) return
    this.#rows.delete(key)
    this.#journal.undo?.push(() => this.#rows.set(key, before))
  }

  /** The rows as they are; `restore` puts them back. */
  copy(): ReadonlyMap<Key, Row> {
    return new Map(this.#rows)
  }

  restore(rows: ReadonlyMap<Key, Row>): void {
    this.#rows = new Map(rows)
  }
}
