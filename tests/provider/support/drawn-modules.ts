import { inflateSync } from 'node:zlib'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the page's drawing instructions as text. */
function contentOf(pdf: Buffer): string {
  const start = pdf.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1')
}

const boxesOf = (content: string): readonly Box[] =>
  [...content.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map((found) => {
    const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
    return { x, y, width, height }
  })

export interface Drawn {
  readonly modules: boolean[][]
  /** Side of one module in points. */
  readonly module: number
  readonly side: number
}

/** Reads the modules of the QR code drawn on a page. */
export function drawnModules(pdf: Buffer): Drawn {
  const boxes = boxesOf(contentOf(pdf))
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const side = Math.max(...boxes.map(({ x, width }) => x + width)) - left
  const module = Math.min(...boxes.map(({ width }) => width))
  const count = Math.round(side / module)
  const modules = Array.from({ length: count }, () => Array.from({ length: count }, () => false))
  for (const { x, y, width } of boxes) {
    const row = modules[Math.round((y - top) / module)]
    const from = Math.round((x - left) / module)
    row?.fill(true, from, from + Math.round(width / module))
  }
  return { modules, module: side / count, side }
}
