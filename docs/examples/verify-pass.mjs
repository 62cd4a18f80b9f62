// Verifies a Baywise pass: node verify-pass.mjs https://baywise.example 'P1:…'
// Node 20 or newer, or a browser; no packages. The keys may be stored: a pass is then checked with no connection.
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const PLATE = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** RFC 9285. The text holds spaces: never trim what a scanner read. */
function decodeBase45(text) {
  const bytes = []
  for (let at = 0; at < text.length; at += 3) {
    const values = [...text.slice(at, at + 3)].map((character) => ALPHABET.indexOf(character))
    const value = (values[0] ?? 0) + (values[1] ?? 0) * 45 + (values[2] ?? 0) * 2025
    if (values.includes(-1) || values.length < 2 || value > (values.length === 3 ? 0xffff : 0xff)) return null
    bytes.push(...(values.length === 3 ? [value >> 8, value & 0xff] : [value]))
  }
  return Uint8Array.from(bytes)
}

/** A number written in digits of `alphabet`, the first digit first. */
function toText(number, { alphabet, length }) {
  const base = BigInt(alphabet.length)
  return Array.from({ length }, (_, at) => alphabet[Number((number / base ** BigInt(length - 1 - at)) % base)]).join('')
}

/** Big-endian: version 1, key 1, car park 4, booking 8, sequence 1, start 3, duration 2, class and flags 1, plate 6, code 5. */
function readPayload(bytes) {
  const number = (from, size) => bytes.slice(from, from + size).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const start = Date.UTC(2020, 0, 1) + Number(number(15, 3)) * 60_000
  return {
    park: Number(number(2, 4)),
    booking: number(6, 8).toString(16).padStart(16, '0'),
    sequence: bytes[14],
    start: new Date(start).toISOString(),
    end: new Date(start + Number(number(18, 2)) * 300_000).toISOString(),
    vehicleType: bytes[20] & 0x0f,
    plate: toText(number(21, 6), { alphabet: PLATE, length: 8 }).trim() + (bytes[20] & 0x80 ? '…' : ''),
    code: toText(number(27, 5), { alphabet: CROCKFORD, length: 8 }),
  }
}

/** `valid` says that we signed it, not that it is for now or for here: compare `park`, `start` and `end`. */
export async function verifyPass(text, { keys }) {
  if (!text.startsWith('P1:')) return { result: /^P[2-9]:/.test(text) ? 'update_needed' : 'no_pass' }
  const bytes = decodeBase45(text.slice(3))
  if (bytes?.length !== 96) return { result: 'no_pass' }
  const jwk = keys.find(({ kid }) => kid === String(bytes[1]))
  if (bytes[0] !== 0x11 || jwk === undefined) return { result: 'update_needed' }
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, ecdsa, false, ['verify'])
  const isSigned = await crypto.subtle.verify(ecdsa, key, bytes.slice(32), bytes.slice(0, 32))
  return isSigned ? { result: 'valid', ...readPayload(bytes) } : { result: 'forged' }
}

const [, , address, pass] = globalThis.process?.argv ?? []
if (address !== undefined && pass !== undefined) {
  const answer = await fetch(new URL('/.well-known/jwks.json', address))
  process.stdout.write(`${JSON.stringify(await verifyPass(pass, await answer.json()))}\n`)
}
