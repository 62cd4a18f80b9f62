/** Rows in one write transaction: a long one blocks every other tab on iOS. */
const CHUNK_ROWS = 50

export async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: readonly T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) await write(rows.slice(start, start + CHUNK_ROWS))
}
