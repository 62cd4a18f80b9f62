/**
 * The part of a file that a Range header asks for: all of it, a part (both ends included), or a part beyond the file's
 * end.
 */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'beyond' }

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Reads a Range header (RFC 9110, 14.2). The RFC allows the whole file as the answer to an invalid range or to several
 * ranges, so we send that.
 */
export function readRange(header: string | undefined, size: number): ByteRange {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    // A suffix range: the last `count` bytes.
    const count = Math.min(Number(last), size)
    return count === 0 ? { kind: 'beyond' } : { kind: 'part', start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= size) return { kind: 'beyond' }
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
