import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { pause } from '../deployed.ts'
import { ROOT } from '../setup.mjs'
import { ask, type Door, openMany, type Outcome } from './raw.ts'

const SOCKETS = 1_500
/** Every connection must be closed by then: longer than any pause of a phone with a bad signal within a request. */
const GONE_WITHIN_MS = 75_000
/** How long connections that may stay open are watched. */
const WATCHED_MS = 30_000
const DRIVER_P95_MS = 1_000
/** Minimum number of searches, in case all connections are closed at once. */
const SEARCHES = 20

const NEAR = '/api/v1/parks/front/parks/?lat=43.65&lng=-79.38&size=20'

interface Driver {
  readonly tookMs: number[]
  readonly failed: number[]
}

/** An ordinary driver, who searches again a fifth of a second after each answer. */
async function drive(door: Door, isOver: () => boolean): Promise<Driver> {
  const driver: Driver = { tookMs: [], failed: [] }
  while (!isOver() || driver.tookMs.length + driver.failed.length < SEARCHES) {
    const { status, ms } = await ask(door, { path: NEAR, from: '127.0.0.1' })
    if (status === 200) driver.tookMs.push(ms)
    else driver.failed.push(status)
    await pause(200)
  }
  return driver
}

/** What one connection does once it is open. Returns a function that stops it. */
type Slowness = (socket: Socket) => () => void

const drip =
  (head: string): Slowness =>
  (socket) => {
    socket.resume()
    socket.write(head)
    const timer = setInterval(() => socket.write('a'), 1_000)
    return () => clearInterval(timer)
  }

const ASSETS = path.join(ROOT, 'dist/assets')
const largestAsset = (): string =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .toSorted((a, b) => statSync(path.join(ASSETS, b)).size - statSync(path.join(ASSETS, a)).size)[0] ?? ''

/** Requests a large file `times` times without waiting, and reads nothing. */
const readNothing =
  (times: number): Slowness =>
  (socket) => {
    socket.pause()
    socket.write(`GET /assets/${largestAsset()} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(times))
    return () => undefined
  }

/**
 * Counts established connections to a port as the kernel sees them: a client that reads nothing does not notice when
 * one ends.
 */
function countEstablished(port: number): number {
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const isOwn = (row: string): boolean => {
    const [, local, , state] = row.trim().split(/\s+/)
    return local?.endsWith(own) === true && state === '01'
  }
  return rows.filter(isOwn).length
}

const KINDS: ReadonlyArray<{ readonly attack: string; readonly slowness: Slowness; readonly mayStay: boolean }> = [
  {
    attack: 'idle sockets',
    slowness: (socket) => {
      socket.resume()
      return () => undefined
    },
    mayStay: false,
  },
  {
    attack: 'slow headers',
    slowness: drip('GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nx-slow: '),
    mayStay: false,
  },
  {
    attack: 'slow bodies',
    slowness: drip(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n',
    ),
    // A photo may arrive slowly over a bad signal: other clients must not be delayed by it.
    mayStay: true,
  },
  { attack: 'slow readers', slowness: readNothing(1), mayStay: false },
  { attack: 'slow readers, 200 requests each', slowness: readNothing(200), mayStay: false },
]

async function attackBy(door: Door, { attack, slowness, mayStay }: (typeof KINDS)[number]): Promise<Outcome> {
  const sockets = await openMany(door, SOCKETS)
  const stops = sockets.map(slowness)
  // The driver's own connection is closed between two searches.
  const countOpen = (): number => countEstablished(door.port)
  const startMs = performance.now()
  const isOver = (): boolean =>
    countOpen() === 0 || performance.now() - startMs > (mayStay ? WATCHED_MS : GONE_WITHIN_MS)
  const { tookMs, failed } = await drive(door, isOver)
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  const open = countOpen()
  for (const stop of stops) stop()
  for (const socket of sockets) socket.destroy()
  const p95 = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.95)] ?? Number.POSITIVE_INFINITY
  const told = `${String(sockets.length)} opened, ${String(open)} still open after ${String(seconds)} s; meanwhile ${String(tookMs.length)} searches answered, p95 ${p95.toFixed(0)} ms, ${String(failed.length)} failed`
  const isHeld = failed.length === 0 && p95 <= DRIVER_P95_MS && (mayStay || open === 0)
  return { attack: `${String(SOCKETS)} ${attack}`, door: door.name, isHeld, told }
}

/** Slow connections, while a driver searches through the same door. */
export async function* attackSlowly(doors: readonly Door[]): AsyncGenerator<Outcome> {
  for (const kind of KINDS) for (const door of doors) yield await attackBy(door, kind)
}
