export interface QrProps {
  /** Rows of modules, true = black. */
  readonly modules: ReadonlyArray<readonly boolean[]>
  /** CSS pixels per module: a whole number, so that every edge falls on a pixel. */
  readonly scale: number
  readonly label: string
  /** Modules of white around the code; the standard asks for 4. */
  readonly quietZone?: number
}

/** Runs of black in one row as one path, so that no seam shows between neighbours. */
const rowPath = (row: readonly boolean[], y: number): string => {
  let path = ''
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    const black = row[x] === true
    if (black && start < 0) start = x
    if (!black && start >= 0) {
      path += `M${start} ${y}h${x - start}v1h${start - x}z`
      start = -1
    }
  }
  return path
}

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
