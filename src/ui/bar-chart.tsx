import styles from './bar-chart.module.css'
import { ChartTable, type ChartTableProps } from './chart-table.tsx'

export interface BarChartColumn {
  readonly key: string
  /** Below the bar: "Nov". */
  readonly label: string
  /** Sets the bar's height; only the ratio matters. */
  readonly value: number
  /** Above the bar, short: "5.6k". */
  readonly short: string
  /** In the table, in full: "₦5,600.00". */
  readonly full: string
  readonly current?: boolean
}

export interface BarChartProps extends Omit<ChartTableProps, 'rows'> {
  readonly columns: readonly BarChartColumn[]
}

const TALLEST = 62
const WIDTH = 30

/** A few bars, each with its own label; screen readers get the same data as a table. */
export function BarChart({ columns, ...headings }: BarChartProps) {
  const highest = Math.max(1, ...columns.map((column) => column.value))
  return (
    <figure>
      <div className={styles.chart} aria-hidden="true">
        {columns.map((column) => {
          const height = Math.max(1, Math.round((column.value / highest) * TALLEST))
          return (
            <div key={column.key} className={styles.column} data-current={column.current === true || undefined}>
              <span>{column.short}</span>
              <svg className={styles.bar} width={WIDTH} height={height}>
                {/* Taller than its frame, so that only the upper corners are round. */}
                <rect width={WIDTH} height={height + 4} rx="4" fill="currentColor" />
              </svg>
              <span className={styles.label}>{column.label}</span>
            </div>
          )
        })}
      </div>
      <ChartTable {...headings} rows={columns} />
    </figure>
  )
}
