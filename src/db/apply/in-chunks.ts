/** Rows per write transaction: a long one blocks every other tab on iOS. */
const CHUNK_ROWS = 50

export interface ChunkPlace {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Calls `write` at least once: no rows make one empty chunk. */
export async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: readonly T[], place: ChunkPlace) => PromiseLike<unknown>,
): Promise<void> {
  let start = 0
  do {
    const end = start + CHUNK_ROWS
    await write(rows.slice(start, end), { isFirst: start === 0, isLast: end >= rows.length })
    start = end
  } while (start < rows.length)
}
