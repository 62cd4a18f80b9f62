import { isIPv6 } from 'node:net'

const GROUPS = 8
/** A single subscriber gets a whole /64, so limits per IPv6 address would never take effect. */
const NETWORK_GROUPS = 4

const toGroups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))

/** Returns the key for rate limits: an IPv4 address unchanged, an IPv6 address reduced to its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [front, back] = [toGroups(head), toGroups(tail)]
  const zeros = address.includes('::') ? Math.max(0, GROUPS - front.length - back.length) : 0
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
