import { isIPv4, isIPv6 } from 'node:net'

/** Country codes by address range: columns sorted by first address, found by binary search. */
export interface GeoRanges {
  /** Returns the ISO code of the country, or undefined for an address in no range. */
  find(address: string): string | undefined
}

/** `"1.0.0.0","1.0.0.255","AU"`, with or without quotes: the CSV format in which country databases are published. */
const LINE = /^"?([\da-f.:]+)"?,"?([\da-f.:]+)"?,"?([A-Z]{2})"?/i
const V4_IN_V6 = /^::ffff:(?=\d+\.)/i
const GROUPS = 8
/** An IPv6 network spans at least the first half of the address; the rest belongs to one household. */
const NETWORK_GROUPS = 4

const toV4 = (address: string): bigint => address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)

function toV6Network(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros: string[] =
    tail === undefined ? [] : Array.from({ length: GROUPS - start.length - end.length }, () => '0')
  return [...start, ...zeros, ...end]
    .slice(0, NETWORK_GROUPS)
    .reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

interface Range {
  readonly from: bigint
  readonly to: bigint
  readonly code: string
}

function toTable(ranges: readonly Range[]) {
  const sorted = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const from = BigUint64Array.from(sorted, (range) => range.from)
  const to = BigUint64Array.from(sorted, (range) => range.to)
  const codes = sorted.map((range) => range.code).join('')
  return (address: bigint): string | undefined => {
    let [low, high] = [0, from.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((from[middle] ?? 0n) <= address) low = middle + 1
      else high = middle
    }
    const index = low - 1
    return index >= 0 && address <= (to[index] ?? 0n) ? codes.slice(index * 2, index * 2 + 2) : undefined
  }
}

/** Reads a database's text once and skips lines that are not ranges. */
export function parseGeoRanges(csv: string): GeoRanges {
  const v4: Range[] = []
  const v6: Range[] = []
  for (const line of csv.split('\n')) {
    const [, from = '', to = '', code = ''] = LINE.exec(line) ?? []
    if (isIPv4(from) && isIPv4(to)) v4.push({ from: toV4(from), to: toV4(to), code })
    else if (isIPv6(from) && isIPv6(to)) v6.push({ from: toV6Network(from), to: toV6Network(to), code })
  }
  const [findV4, findV6] = [toTable(v4), toTable(v6)]
  return {
    find: (address) => {
      const plain = address.replace(V4_IN_V6, '')
      if (isIPv4(plain)) return findV4(toV4(plain))
      return isIPv6(plain) ? findV6(toV6Network(plain)) : undefined
    },
  }
}
