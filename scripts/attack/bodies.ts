import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ask, type Door, type Outcome } from './raw.ts'

const BOMB_BYTES = 256 * 1024 * 1024
/** With a longer limit, a few such requests could block a process. */
const ANSWER_WITHIN_MS = 2_000
const DEEP = 100_000

interface Body {
  readonly attack: string
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const login = (identifier: string): string => JSON.stringify({ identifier, password: 'wrong password' })
const nested = (open: string, close: string): string => open.repeat(DEEP) + close.repeat(DEEP)
const POLLUTED =
  '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"identifier":"a@b.test","password":"x"}'

function makeBodies(): readonly Body[] {
  const zeros = Buffer.alloc(BOMB_BYTES, ' ')
  const path = '/api/v1/auth/login'
  return [
    { attack: 'a gzip bomb', path, headers: { 'content-encoding': 'gzip' }, body: gzipSync(zeros) },
    { attack: 'a brotli bomb', path, headers: { 'content-encoding': 'br' }, body: brotliCompressSync(zeros) },
    { attack: 'two codings', path, headers: { 'content-encoding': 'gzip, br' }, body: gzipSync('{}') },
    { attack: 'arrays in each other', path, body: nested('[', ']') },
    { attack: 'objects in each other', path, body: `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}` },
    { attack: 'arrays in each other in a field', path, body: `{"identifier":${nested('[', ']')},"password":"x"}` },
    { attack: 'keys of prototypes', path, body: POLLUTED },
    {
      attack: '20,000 keys',
      path,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${String(n)}`, 1]))),
    },
    { attack: 'a number of 200,000 digits', path, body: `{"identifier":${'9'.repeat(200_000)},"password":"x"}` },
    { attack: 'half a character', path, body: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xed, 0xa0, 0x80]) },
    { attack: 'an email of 200,000 characters', path, body: login(`a@${'a.'.repeat(100_000)}`) },
    {
      attack: 'a registration of that email',
      path: '/api/v1/auth/register',
      body: JSON.stringify({ email: `${'a'.repeat(64)}@${'a-'.repeat(90_000)}`, country_code: 'CA' }),
    },
    {
      attack: 'a password of 200,000 characters',
      path,
      body: JSON.stringify({ identifier: 'a@b.test', password: 'x'.repeat(200_000) }),
    },
    { attack: 'a body of 20 MB', path, body: Buffer.alloc(20 * 1024 * 1024, 'a') },
    {
      attack: 'a search of 8,000 characters',
      method: 'GET',
      path: `/api/v1/parks/front/parks/?search=${'a%20'.repeat(2_000)}`,
    },
    { attack: 'a search of wildcards', method: 'GET', path: `/api/v1/parks/front/parks/?search=${'%25_'.repeat(500)}` },
    {
      attack: 'prototype keys in a query',
      method: 'GET',
      path: '/api/v1/parks/front/parks/?__proto__[polluted]=yes&constructor.prototype.polluted=yes',
    },
    {
      attack: 'a page far beyond',
      method: 'GET',
      path: '/api/v1/parks/front/parks/?country=CA&page=999999999&size=100',
    },
  ]
}

async function send(door: Door, { attack, method = 'POST', path, headers = {}, body }: Body): Promise<Outcome> {
  const from = '127.0.5.1'
  const typed =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const answer = await ask(door, {
    method,
    path,
    headers: { ...typed, ...headers },
    from,
    ...(body === undefined ? {} : { body }),
  })
  const right = method === 'GET' ? answer.status < 500 : answer.status >= 400 && answer.status < 500
  const isHeld = answer.status > 0 && right && answer.ms < ANSWER_WITHIN_MS && !answer.text.includes('polluted')
  const size = body === undefined ? '' : `${(Buffer.byteLength(body) / 1024).toFixed(0)} kB: `
  return { attack, door: door.name, isHeld, told: `${size}${String(answer.status)} after ${answer.ms.toFixed(0)} ms` }
}

/** Bodies that are cheap to send and expensive to read. `memoryMb` returns the process's resident memory. */
export async function* attackBodies(doors: readonly Door[], memoryMb: () => number): AsyncGenerator<Outcome> {
  const before = memoryMb()
  for (const body of makeBodies()) for (const door of doors) yield await send(door, body)
  const grown = memoryMb() - before
  const told = `${String(Math.round(before))} MB before, ${String(Math.round(before + grown))} MB after`
  yield { attack: 'memory of the process after all bodies', door: 'bare', isHeld: grown < 150, told }
}
