/** One row of the printed table; every cell is text already. */
export interface BenchRow {
  readonly name: string
  readonly value: string
  readonly floor: string
  readonly ratio: string
  readonly limit: string
  /** Null: for information only, no limit. */
  readonly ok: boolean | null
}

interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly digits?: number
}

const show = (value: number, { unit, digits = 0 }: Pick<Measured, 'unit' | 'digits'>): string =>
  `${value.toFixed(digits)} ${unit}`

/** Compares a value with a fixed limit, if there is one. */
export function limited(row: Measured & { readonly atMost?: number }): BenchRow {
  const { name, value, atMost } = row
  const base = { name, value: show(value, row), floor: '' }
  if (atMost === undefined) return { ...base, ratio: '', limit: '', ok: null }
  return { ...base, ratio: '', limit: `<= ${show(atMost, { unit: row.unit })}`, ok: value <= atMost }
}

type Bound = { readonly atMost: number } | { readonly atLeast: number }

/** Compares a value with a floor of the same run; the limit applies to their ratio. */
export function compared(row: Measured & { readonly floor: number }, bound: Bound): BenchRow {
  const ratio = row.value / row.floor
  const isCeiling = 'atMost' in bound
  return {
    name: row.name,
    value: show(row.value, row),
    floor: show(row.floor, row),
    ratio: `${ratio.toFixed(2)}x`,
    limit: isCeiling ? `<= ${String(bound.atMost)}x` : `>= ${String(bound.atLeast)}x`,
    ok: isCeiling ? ratio <= bound.atMost : ratio >= bound.atLeast,
  }
}

const COLUMNS = ['name', 'value', 'floor', 'ratio', 'limit', 'ok?'] as const

const verdict = (ok: boolean | null): string => (ok === null ? '' : ok ? 'ok' : 'OVER')

/** The table as Markdown, ready to paste into docs/figures.md. */
export function toTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [row.name, row.value, row.floor, row.ratio, row.limit, verdict(row.ok)])
  const widths = COLUMNS.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(COLUMNS), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n')
}
