const BATCH = 50

interface Page<Row> {
  /** The last row of the page before. */
  readonly after: Row | null
  readonly limit: number
}

/** Reads a long list in pages. Rows that leave the list meanwhile are not missed, as they would be by an offset. */
export async function* inPages<Row>(list: (page: Page<Row>) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let after: Row | null = null; ;) {
    const rows: readonly Row[] = await list({ after, limit: BATCH })
    yield* rows
    after = rows.at(-1) ?? null
    if (rows.length < BATCH) return
  }
}
