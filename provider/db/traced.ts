import type { Database, Queryable } from './database.ts'

/** Runs a statement and records how long it took. */
type Note = <T>(sql: string, run: () => Promise<T>) => Promise<T>

export const tracedQueries = (on: Queryable, note: Note): Queryable => ({
  seal: on.seal,
  query: (sql, values, name) => note(sql, () => on.query(sql, values, name)),
})

/** Wraps the database so that every statement is recorded, including those in transactions. */
export const tracedDatabase = (db: Database, note: Note): Database => ({
  ...tracedQueries(db, note),
  transaction: (work) => db.transaction((tx) => work(tracedQueries(tx, note))),
  pool: db.pool,
  close: () => db.close(),
})
