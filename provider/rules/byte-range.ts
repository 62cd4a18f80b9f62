/** What a Range header asks for of a file: all of it, a part (both ends included), or a part that the file does not have. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'beyond' }

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Reads a Range header (RFC 9110, 14.2). What is no range of bytes, or several at once, may be answered with the whole file, and is.
 */
export function readRange(header: string | undefined, size: number): ByteRange {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    // The last so many bytes.
    const count = Math.min(Number(last), size)
    return count === 0 ? { kind: 'beyond' } : { kind: 'part', start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= size) return { kind: 'beyond' }
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
