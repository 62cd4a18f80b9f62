import type { FrameDecoder } from './decode-frame.ts'
import { grayOf } from './gray-image.ts'
import type { ScanFrame } from './scan-frame.ts'

/** A QR code of the size of a pass, row by row, one bit per module. It is not signed. */
const SAMPLE =
  '/mISs7/BF1uhkG6tZ4Xrt1Jm6UXbrhWNquwVgqxRB/qqqqr+ARQONAC+TZ4ZvlT4QGiCbPYfLXr2OoCH4br773A9rIUiQinRi5tAX/KDxDfv48c1k5B2' +
  'xpQ0F2v1nBFL91UjTXkNb+S49wqlL8md1Nntql+c2nhoCbxsW5uuQ2uC/EO1TyD3Z2JTloa2u9ljO3IEdvwPLRY/1qmeFhbZID5DuIOG5UZd+oBHFzjG' +
  'P51Ol2rwWhFlcfutwmtv/dVUazqq6iBHYmkE8ofEj/72jsZ1AA=='
const MODULES = 41
const SCALE = 6
const QUIET_ZONE = 4
const SIDE = (MODULES + 2 * QUIET_ZONE) * SCALE
/** By the second round the engine has compiled the expensive code. */
const ROUNDS = 2

/** Paints the sample on white. */
export function paintSample(): ScanFrame {
  const bits = Uint8Array.from(atob(SAMPLE), (letter) => letter.charCodeAt(0))
  const rgba = new Uint8ClampedArray(SIDE * SIDE * 4).fill(255)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1) {
    const column = Math.floor((pixel % SIDE) / SCALE) - QUIET_ZONE
    const row = Math.floor(pixel / SIDE / SCALE) - QUIET_ZONE
    const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < MODULES
    const bit = row * MODULES + column
    if (isInside && ((bits[bit >> 3] ?? 0) & (128 >> (bit & 7))) !== 0) rgba.fill(0, pixel * 4, pixel * 4 + 3)
  }
  return { rgba, width: SIDE, height: SIDE }
}

/** Runs while the camera opens: code that runs for the first time is three times slower on a slow phone. */
export function warmUp(decoder: FrameDecoder): void {
  const { rgba, width, height } = paintSample()
  for (let round = 0; round < ROUNDS; round += 1) decoder.decode(grayOf(rgba, width, height))
}
