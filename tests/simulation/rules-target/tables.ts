import { must } from '../../../src/lib/assert.ts'

/** Undo functions for the writes of the current transaction; undefined outside one. */
export interface Journal {
  undo: Array<() => void> | undefined
}

/** Refuses NUL characters, as the database does, because no text column can hold one. */
function checkStorable(row: object): void {
  const isUnstorable = Object.values(row).some((value) => typeof value === 'string' && value.includes('\0'))
  if (isUnstorable) throw Object.assign(new Error('A text holds a zero character'), { code: '22021' })
}

/** Rows by key. A write replaces a row instead of changing it, so a copy of the map is a backup. */
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

  /** Throws when the key is taken, like a primary key. */
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

  /** Copies the rows; `restore` puts them back. */
  copy(): ReadonlyMap<Key, Row> {
    return new Map(this.#rows)
  }

  restore(rows: ReadonlyMap<Key, Row>): void {
    this.#rows = new Map(rows)
  }
}
