/** Zigzag, then groups of 5 bits, lowest first, +32 while more follow, +63 as an ASCII character. */
function encodeNumber(number: number): string {
  let value = number < 0 ? -number * 2 - 1 : number * 2
  let text = ''
  while (value >= 32) {
    text += String.fromCharCode((value % 32) + 32 + 63)
    value = Math.floor(value / 32)
  }
  return text + String.fromCharCode(value + 63)
}

interface EncodeOptions {
  /** Decimals of a degree: 2 to 4. */
  readonly decimals: number
  /** Keeps points that equal the previous one. */
  readonly keepAll: boolean
}

/** Encodes a line for `decodeLine` of `src/domain/basemap.ts`. Points as [longitude, latitude]. */
export function encodePoints(points: readonly (readonly number[])[], { decimals, keepAll }: EncodeOptions): string {
  const scale = 10 ** decimals
  let text = String(decimals)
  let lat = 0
  let lng = 0
  for (const [index, [x = 0, y = 0]] of points.entries()) {
    const nextLat = Math.round(y * scale)
    const nextLng = Math.round(x * scale)
    if (!keepAll && index > 0 && nextLat === lat && nextLng === lng) continue
    text += encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng)
    lat = nextLat
    lng = nextLng
  }
  return text
}
