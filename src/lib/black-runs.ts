/** A run of adjacent black modules in one row of a QR code, rendered as one shape so that no seams show. */
export interface BlackRun {
  readonly start: number
  readonly length: number
}

export function blackRuns(row: readonly boolean[]): readonly BlackRun[] {
  const runs: BlackRun[] = []
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    const isBlack = row[x] === true
    if (isBlack && start < 0) start = x
    if (!isBlack && start >= 0) {
      runs.push({ start, length: x - start })
      start = -1
    }
  }
  return runs
}
