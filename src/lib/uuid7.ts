import { systemRandom } from './random.ts'

/**
 * Creates a version 7 UUID (RFC 9562): 48 bits of epoch milliseconds, then 74 random bits, so ids sort by creation
 * time.
 */
export function uuid7(nowMs: number = Date.now(), random: () => number = systemRandom): string {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) =>
    index < 6 ? Math.floor(nowMs / 2 ** (8 * (5 - index))) % 256 : Math.floor(random() * 256),
  )
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** Returns the creation time of a version 7 UUID in epoch milliseconds; undefined for any other text. */
export const timeOfUuid7 = (text: string): number | undefined =>
  isUuid(text) && text[14] === '7' ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16) : undefined
