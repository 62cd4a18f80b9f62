import { ask, type Door, type Outcome, postJson } from './raw.ts'

const WRONG_CODE = { code: 'AAAAAAA0' }
const TRIES = 40
/** Wrong pairing codes allowed per address. */
const PER_ADDRESS = 10

interface Lie {
  readonly attack: string
  readonly header: (index: number) => string
}

const LIES: readonly Lie[] = [
  { attack: 'another address each time', header: (index) => `198.51.100.${String(index)}` },
  { attack: 'a long chain', header: (index) => `203.0.113.${String(index)}, ${'127.0.0.1, '.repeat(200)}127.0.0.1` },
  { attack: 'no address at all', header: (index) => `unknown-${String(index)}` },
  { attack: 'an address with a port', header: (index) => `198.51.100.1:${String(1_000 + index)}` },
  { attack: 'an IPv6 address in IPv4 clothes', header: (index) => `::ffff:198.51.100.${String(index)}` },
]

/** Sends wrong pairing codes from one address with a different header each time, and counts how many were judged. */
async function lie(door: Door, { attack, header }: Lie, from: string): Promise<Outcome> {
  let judged = 0
  for (let index = 1; index <= TRIES; index += 1) {
    const headers = {
      'x-forwarded-for': header(index),
      forwarded: `for=198.51.100.${String(index)}`,
      'x-real-ip': `198.51.100.${String(index)}`,
    }
    const { status } = await postJson(door, '/attendant/pair', { body: WRONG_CODE, from, headers })
    if (status !== 429) judged += 1
  }
  const told = `${String(judged)} of ${String(TRIES)} wrong codes were judged, ${String(PER_ADDRESS)} are allowed`
  return { attack: `X-Forwarded-For: ${attack}`, door: door.name, isHeld: judged <= PER_ADDRESS, told }
}

/** Floods from one address, each request claiming another one, beyond the limit per minute. */
async function flood(door: Door, from: string, perMinute: number): Promise<Outcome> {
  const count = perMinute + 400
  const statuses = new Map<number, number>()
  let next = 0
  const startMs = performance.now()
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1
      const headers = { 'x-forwarded-for': `198.51.100.${String(next % 250)}` }
      const { status } = await ask(door, { path: '/api/v1/countries', from, headers })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  const seconds = (performance.now() - startMs) / 1_000
  const passed = statuses.get(200) ?? 0
  // The buckets refill during the flood.
  const isHeld = passed <= perMinute * (1 + seconds / 60) + 1 && passed + (statuses.get(429) ?? 0) === count
  const told = `${String(passed)} of ${String(count)} requests in ${seconds.toFixed(0)} s were answered, the others 429`
  return { attack: 'X-Forwarded-For: a flood with a new address in each request', door: door.name, isHeld, told }
}

/**
 * Headers that name another address, through nginx and directly at a process, from an address that is not a trusted
 * proxy. Trusted proxies are not attacked: their header is believed by design.
 */
export async function* attackForwarded(doors: readonly Door[], perMinute: number): AsyncGenerator<Outcome> {
  let host = 0
  const next = (): string => `127.0.4.${String((host += 1))}`
  for (const door of doors) {
    for (const each of LIES) yield await lie(door, each, next())
    yield await flood(door, next(), door.name === 'nginx' ? perMinute * 2 : perMinute)
  }
}
