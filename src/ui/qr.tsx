import { blackRuns } from '../lib/black-runs.ts'

export interface QrProps {
  /** Rows of modules, true = black. */
  readonly modules: ReadonlyArray<readonly boolean[]>
  /** CSS pixels per module: a whole number, so that every edge falls on a pixel. */
  readonly scale: number
  readonly label: string
  /** White modules around the code; the standard requires 4. */
  readonly quietZone?: number
}

const rowPath = (row: readonly boolean[], y: number): string =>
  blackRuns(row)
    .map(({ start, length }) => `M${start} ${y}h${length}v1h${-length}z`)
    .join('')

/** A QR code, black on white in any theme. */
export function Qr({ modules, scale, label, quietZone = 4 }: QrProps) {
  const count = modules.length + quietZone * 2
  const size = count * Math.max(1, Math.floor(scale))
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`${-quietZone} ${-quietZone} ${count} ${count}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M${-quietZone} ${-quietZone}h${count}v${count}h${-count}z`} />
      <path fill="#000" d={modules.map(rowPath).join('')} />
    </svg>
  )
}
