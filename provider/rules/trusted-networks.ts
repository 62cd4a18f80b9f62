import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

interface Network {
  readonly first: string
  readonly bits: number
  readonly family: Family
}

const familyOf = (address: string): Family | undefined => ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address) as 4 | 6]

/** Parses `10.0.0.0/8`, `2001:db8::/32`, or a single address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [first = '', bitsText, ...rest] = text.split('/')
  const family = familyOf(first)
  if (family === undefined || rest.length > 0) return undefined
  const most = family === 'ipv4' ? 32 : 128
  if (bitsText === undefined) return { first, bits: most, family }
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN
  return bits <= most ? { first, bits, family } : undefined
}

/**
 * Returns a check whether an address is in one of the networks, parsed by `parseNetwork`; throws on one that cannot be
 * parsed.
 */
export function networksHolding(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network === undefined) throw new Error(`Not a network: ${text}`)
    list.addSubnet(network.first, network.bits, network.family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}

/** A dual-stack socket shows an IPv4 caller as `::ffff:192.0.2.1`. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The client's address. Each proxy appends the address that it saw, so the header is read from the right for as long as
 * the current address is trusted; anything that an untrusted sender wrote may be forged. Text that is not an address
 * ends the walk.
 */
export function findClient(
  { peer, forwarded }: { readonly peer: string; readonly forwarded: string | undefined },
  isTrusted: (address: string) => boolean,
): string {
  const hops = (forwarded ?? '').split(',')
  let client = plainAddress(peer)
  while (isTrusted(client) && hops.length > 0) {
    const hop = plainAddress((hops.pop() ?? '').trim())
    if (familyOf(hop) === undefined) break
    client = hop
  }
  return client
}
