/** One byte of brightness per pixel, row by row. */
export interface GrayImage {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Converts RGBA data of a canvas. */
export function grayOf(rgba: Uint8ClampedArray, width: number, height: number): GrayImage {
  const data = new Uint8ClampedArray(width * height)
  for (let pixel = 0, byte = 0; pixel < data.length; pixel += 1, byte += 4) {
    // Rec. 601 weights in 256ths.
    data[pixel] = ((rgba[byte] ?? 0) * 77 + (rgba[byte + 1] ?? 0) * 150 + (rgba[byte + 2] ?? 0) * 29) >> 8
  }
  return { data, width, height }
}

/**
 * Averages each 3 x 3 block, losing one pixel at every edge: removes the noise of a dark scene but keeps modules of 3
 * pixels.
 */
export function smooth({ data, width, height }: GrayImage): GrayImage {
  const [innerWidth, innerHeight] = [width - 2, height - 2]
  const rows = new Uint16Array(innerWidth * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < innerWidth; x += 1) {
      const at = y * width + x
      rows[y * innerWidth + x] = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
    }
  }
  const smoothed = new Uint8ClampedArray(innerWidth * innerHeight)
  for (let at = 0; at < smoothed.length; at += 1) {
    smoothed[at] = ((rows[at] ?? 0) + (rows[at + innerWidth] ?? 0) + (rows[at + 2 * innerWidth] ?? 0)) / 9
  }
  return { data: smoothed, width: innerWidth, height: innerHeight }
}

/** Halves width and height; each pixel is the mean of four. */
export function halve({ data, width, height }: GrayImage): GrayImage {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1]
  const halved = new Uint8ClampedArray(halfWidth * halfHeight)
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      const at = 2 * y * width + 2 * x
      const sum = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + width] ?? 0) + (data[at + width + 1] ?? 0)
      halved[y * halfWidth + x] = sum >> 2
    }
  }
  return { data: halved, width: halfWidth, height: halfHeight }
}
