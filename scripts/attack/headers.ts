import { type Door, type Outcome, sendRaw, statusesOf } from './raw.ts'

const BODY = '{"identifier":"a@b.test","password":"x"}'
const HIDDEN = 'GET /api/v1/hidden HTTP/1.1\r\nhost: localhost\r\n\r\n'
const post = (headers: readonly string[], body: string): string =>
  ['POST /api/v1/auth/login HTTP/1.1', 'host: localhost', 'content-type: application/json', ...headers, '', body].join(
    '\r\n',
  )
const get = (headers: readonly string[]): string =>
  ['GET /api/v1/countries HTTP/1.1', 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n')

interface Game {
  readonly attack: string
  readonly bytes: string
  /** Accepted statuses of the first answer; by default any refusal. */
  readonly mayBe?: (status: number) => boolean
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500
const isAny = (status: number): boolean => status < 500

/** Each ends with a smuggled request, which must not be answered separately. */
const SMUGGLED: readonly Game[] = [
  {
    attack: 'two content-lengths',
    bytes: post([`content-length: ${String(BODY.length)}`, 'content-length: 0'], BODY + HIDDEN),
  },
  { attack: 'content-length in a list', bytes: post([`content-length: ${String(BODY.length)}, 0`], BODY + HIDDEN) },
  { attack: 'content-length with a sign', bytes: post([`content-length: +${String(BODY.length)}`], BODY + HIDDEN) },
  {
    attack: 'content-length and chunks',
    bytes: post(['content-length: 5', 'transfer-encoding: chunked'], `0\r\n\r\n${HIDDEN}`),
  },
  {
    attack: 'an unknown transfer-encoding',
    bytes: post(['transfer-encoding: xchunked'], `0\r\n\r\n${HIDDEN}`),
    // 501 is the specified answer: https://www.rfc-editor.org/rfc/rfc9112#section-6.1.
    mayBe: (status) => isRefusal(status) || status === 501,
  },
  {
    attack: 'chunked twice',
    bytes: post(['transfer-encoding: chunked', 'transfer-encoding: identity'], `0\r\n\r\n${HIDDEN}`),
  },
  {
    attack: 'a space before the colon',
    bytes: post([`content-length : ${String(BODY.length + HIDDEN.length)}`], BODY + HIDDEN),
  },
  {
    attack: 'a chunk size beyond 64 bits',
    bytes: post(['transfer-encoding: chunked'], `fffffffffffffffff\r\n${HIDDEN}`),
  },
  { attack: 'a chunk size with a sign', bytes: post(['transfer-encoding: chunked'], `-1\r\n${HIDDEN}`) },
  {
    attack: 'a folded transfer-encoding',
    bytes: post(['transfer-encoding:', ' chunked', 'content-length: 5'], `0\r\n\r\n${HIDDEN}`),
  },
]

const SINGLE: readonly Game[] = [
  { attack: 'a header of 100 kB', bytes: get([`x-long: ${'a'.repeat(100_000)}`]) },
  { attack: '5,000 headers', bytes: get(Array.from({ length: 5_000 }, (_, n) => `x-${String(n)}: a`)) },
  { attack: 'a bare CR in a value', bytes: get(['x-a: b\rset-cookie: evil=1']), mayBe: isAny },
  { attack: 'a NUL in a value', bytes: get(['x-a: b\0c']) },
  { attack: 'an encoded CR LF in the path', bytes: get([]).replace('/countries', '/%0d%0aset-cookie:evil=1') },
  { attack: 'CR LF in what is echoed', bytes: get(['x-request-id: a%0d%0aset-cookie: evil=1']), mayBe: isAny },
  // The host is not used: every address in an answer begins with PUBLIC_URL.
  { attack: 'two hosts', bytes: get(['host: evil.test']), mayBe: isAny },
  { attack: 'no host', bytes: get([]).replace('host: localhost\r\n', '') },
  { attack: 'another host', bytes: get([]).replace('host: localhost', 'host: evil.test'), mayBe: isAny },
  { attack: 'an address for a path', bytes: get([]).replace('GET /', 'GET http://evil.test/'), mayBe: isAny },
  { attack: 'HTTP/9.9', bytes: get([]).replace('HTTP/1.1', 'HTTP/9.9'), mayBe: (status) => status >= 400 },
  { attack: 'TRACE', bytes: get(['x-secret: evil']).replace('GET', 'TRACE') },
  { attack: 'CONNECT', bytes: 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: 127.0.0.1:22\r\n\r\n' },
  { attack: 'an upgrade to HTTP/2', bytes: get(['upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__']), mayBe: isAny },
  { attack: 'an expectation nobody knows', bytes: get(['expect: 200-evil']), mayBe: isAny },
]

async function play(door: Door, { attack, bytes, mayBe = isRefusal }: Game, isSmuggled: boolean): Promise<Outcome> {
  const text = await sendRaw(door, bytes)
  const statuses = statusesOf(text)
  const [first] = statuses
  // Closing the connection without an answer counts as a refusal.
  const isFirstRight = first === undefined || mayBe(first)
  const isEchoed = /evil/i.test(text)
  // A second answer would be right only if the first request was read completely, which must never happen here.
  const isHeld = isFirstRight && !isEchoed && (!isSmuggled || statuses.length <= 1)
  const told = `${statuses.length === 0 ? 'closed' : statuses.join(', ')}${isEchoed ? ', says what was planted' : ''}`
  return { attack, door: door.name, isHeld, told }
}

/** Requests that two servers in a chain could read differently, and headers that could be injected into an answer. */
export async function* attackHeaders(doors: readonly Door[]): AsyncGenerator<Outcome> {
  for (const door of doors) {
    for (const game of SMUGGLED) yield await play(door, game, true)
    for (const game of SINGLE) yield await play(door, game, false)
  }
}
