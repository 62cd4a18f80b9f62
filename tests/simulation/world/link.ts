import { unreachable } from '../../../src/lib/assert.ts'
import { busyAnswer, endless, type Parcel, PORTAL, REDIRECTED, spoilt, toResponse } from './answers.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

/** The connection of one device. */
export type Weather = 'fine' | 'down' | 'lossy' | 'portal' | 'busy' | 'slow' | 'spoiling' | 'uneven'

export const WEATHERS: readonly Weather[] = ['fine', 'down', 'lossy', 'portal', 'busy', 'slow', 'spoiling', 'uneven']

/**
 * Hands a request to the provider, which calls `answer` when done, often at once. Resolves when the provider has
 * accepted the request.
 */
export type Deliver = (request: Request, answer: (parcel: Parcel) => void) => Promise<void>

export interface LinkPorts {
  readonly timeline: Timeline
  readonly random: Random
  readonly deliver: Deliver
  readonly weather: (request: Request) => Weather | Fate
  /** Counts what happens to requests. */
  readonly count: (what: string) => void
  /** Sees each request as it leaves the tab. */
  readonly onSend: (request: Request) => void
  readonly isAlive: () => boolean
  /** Alive, and not frozen. */
  readonly isAwake: () => boolean
  readonly whenAwake: (work: () => void) => void
}

const LOST = (): TypeError => new TypeError('Failed to fetch')
/** Applies in any weather but a fine one; low, because such an answer is large. */
const OVERSIZED_CHANCE = 0.004

/** What happens to one request on its way there and back. */
export interface Fate {
  /** Delays in milliseconds, one for each time it reaches the provider. */
  readonly deliveries: readonly number[]
  /**
   * What comes back: the provider's own answer, an immediate failure (`lost`), nothing (`silence`), a damaged answer,
   * or another parcel.
   */
  readonly answer: 'own' | 'lost' | 'silence' | 'spoilt' | Parcel
  readonly backMs: number
}

function drawFate(weather: Weather, { random, isRead }: { readonly random: Random; readonly isRead: boolean }): Fate {
  const there = 10 + random.int(80)
  const back = 10 + random.int(80)
  const fate = (deliveries: readonly number[], answer: Fate['answer'], backMs = back): Fate => ({
    deliveries,
    answer,
    backMs,
  })
  switch (weather) {
    case 'fine':
      return fate([there], 'own')
    case 'down':
      return fate([], random.chance(0.8) ? 'lost' : 'silence')
    case 'portal':
      return fate([], random.chance(0.7) ? PORTAL : REDIRECTED)
    case 'busy':
      return random.chance(0.3) ? fate([there], 'own') : fate(random.chance(0.3) ? [there] : [], busyAnswer(random))
    case 'slow':
      return fate([random.int(12_000)], random.chance(0.8) ? 'own' : 'silence', random.int(9_000))
    // Each list takes its own time, so the first one requested may arrive last.
    case 'uneven':
      return fate([there], 'own', isRead ? random.int(14_000) : back)
    case 'spoiling':
      return random.chance(0.3) ? fate([there], 'own') : fate([there], 'spoilt')
    case 'lossy':
      return random.pick<Fate>([
        fate([there], 'own'),
        fate([there], 'own'),
        fate([], 'lost'),
        fate([], 'silence'),
        fate([there], 'lost'),
        fate([there], 'silence'),
        fate([there, there + random.int(30_000)], 'own'),
        fate([there, there], 'own'),
        fate([20_000 + random.int(60_000)], 'silence'),
      ])
    default:
      return unreachable(weather)
  }
}

function nameOf({ deliveries, answer }: Fate): string {
  const sent = deliveries.length === 0 ? 'does not arrive' : deliveries.length > 1 ? 'arrives twice' : 'arrives'
  return `request ${sent}, answer ${typeof answer === 'string' ? answer : 'of something else'}`
}

type Settling = Pick<PromiseWithResolvers<Response>, 'resolve' | 'reject'>

/** A `fetch` over an unreliable connection. A request may arrive after its tab has given up or died. */
export function createLink(ports: LinkPorts): (request: Request) => Promise<Response> {
  const { timeline, random, deliver } = ports
  let latest: Parcel | undefined
  const never = new Promise<Response>(() => undefined)

  const send = (request: Request, { resolve, reject }: Settling): void => {
    ports.onSend(request)
    const weather = ports.weather(request)
    const isRead = request.method === 'GET'
    const fate = typeof weather === 'string' ? drawFate(weather, { random, isRead }) : weather
    ports.count(nameOf(fate))
    const lose = (): void => void timeline.after(fate.backMs, () => reject(LOST()), ports.isAwake)
    const answer = (plain: Parcel): void => {
      // Every server sends a date, even an intermediary.
      const headers = { date: new Date(timeline.now()).toUTCString(), ...plain.headers }
      const parcel = { ...plain, headers }
      timeline.after(fate.backMs, () => resolve(toResponse(parcel)), ports.isAwake)
    }
    const finish = (own: Parcel): void => {
      const before = latest
      latest = own
      if (fate.answer === 'silence') return
      if (fate.answer === 'lost') lose()
      else if (fate.answer === 'spoilt') answer(spoilt(own, random, isRead ? undefined : before))
      else if (fate.answer !== 'own') answer(fate.answer)
      else if (weather === 'fine' || !random.chance(OVERSIZED_CHANCE)) answer(own)
      else {
        ports.count('answer without an end')
        answer(endless(own))
      }
    }
    fate.deliveries.forEach((ms, index) => {
      const copy = index === 0 ? request : request.clone()
      timeline.after(ms, () =>
        deliver(copy, (parcel) => {
          if (index === 0) finish(parcel)
        }),
      )
    })
    if (fate.deliveries.length > 0) return
    if (fate.answer === 'lost') lose()
    else if (typeof fate.answer !== 'string') answer(fate.answer)
  }

  return (request) => {
    if (!ports.isAlive()) return never
    const { promise, ...settling } = Promise.withResolvers<Response>()
    ports.whenAwake(() => send(request, settling))
    return promise
  }
}
