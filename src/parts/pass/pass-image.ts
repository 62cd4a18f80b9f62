import { must } from '../../lib/assert.ts'
import { passModules } from './qr-modules.ts'

export interface PassImage {
  /** P1 text; never trimmed. */
  readonly text: string
  /** Below the QR code, from the largest to the smallest. */
  readonly code: string
  readonly plate: string
  readonly lines: readonly string[]
}

const SIZE = { width: 720, height: 1080 }
const SCALE = 12
const QUIET_ZONE = 4
const SANS = 'system-ui, sans-serif'

function drawQr(context: CanvasRenderingContext2D, text: string): number {
  const modules = passModules(text, 'M')
  const left = Math.floor((SIZE.width - modules.length * SCALE) / 2)
  const top = QUIET_ZONE * SCALE
  modules.forEach((row, y) =>
    row.forEach((isBlack, x) => {
      if (isBlack) context.fillRect(left + x * SCALE, top + y * SCALE, SCALE, SCALE)
    }),
  )
  return top + (modules.length + QUIET_ZONE) * SCALE
}

/** Renders the pass as a picture for the person who drives the car, black on white. */
export function drawPass({ text, code, plate, lines }: PassImage): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE)
  const context = must(canvas.getContext('2d'), '2d context')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  context.fillStyle = '#000'
  context.textAlign = 'center'
  let y = drawQr(context, text)
  const write = (line: string, font: string, step: number) => {
    y += step
    context.font = font
    context.fillText(line, SIZE.width / 2, y, SIZE.width - 2 * SCALE)
  }
  write(code, '700 64px monospace', 48)
  write(plate, '700 56px monospace', 96)
  for (const line of lines) write(line, `32px ${SANS}`, 60)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no image of the pass')) : resolve(blob)), 'image/png')
  })
}
