import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { must } from '../../../src/lib/assert.ts'
import { START_MS } from './small-provider.ts'

/** The provider's rows at one moment. */
export interface Held {
  readonly vehicles: ReadonlyMap<string, Vehicle>
  readonly bookings: ReadonlyMap<string, Booking>
  readonly balance: number
}

/** A request that has left the phone. */
export interface Question {
  readonly path: string
  /** Makes the provider read its rows, once; later changes are not in the answer. */
  read(): void
  /** Delivers the answer to the phone. */
  land(): void
}

/** A provider whose rows are changed, and whose answers are read and delivered, by hand in any order. */
export interface RacingProvider {
  held: Held
  /** Every state so far, the present one last. */
  readonly history: readonly Held[]
  /** Requests without a delivered answer, oldest first. */
  readonly open: readonly Question[]
  /** Whether requests for this path are held; others are answered at once. */
  isHeld(path: string): boolean
  change(next: Partial<Held>): void
  /** The provider's time of the next change, RFC 3339. */
  now(): string
  readonly fetch: (request: Request) => Promise<Response>
}

function answerOf(path: string, { vehicles, bookings, balance }: Held, asOf: string): Response {
  if (path === '/user/vehicles/') return Response.json({ data: [...vehicles.values()] })
  if (path === '/wallet') return Response.json({ data: { balance, currency: 'CAD', held: 0, as_of: asOf } })
  const items = path === '/bookings/list' ? [...bookings.values()] : []
  const code = /^\/bookings\/(CODE-.*)$/.exec(path)?.[1]
  const one = [...bookings.values()].find((booking) => booking.booking_code === code)
  if (one !== undefined) return Response.json({ data: one })
  return Response.json({ items, total: items.length, page: 1, size: 100, pages: 1 })
}

export function createRacingProvider(held: Held): RacingProvider {
  const history: Held[] = [held]
  const open: Question[] = []
  const now = (): string => new Date(START_MS + history.length * 1_000).toISOString()
  const provider: RacingProvider = {
    held,
    history,
    open,
    now,
    isHeld: () => true,
    change(next) {
      provider.held = { ...provider.held, ...next }
      history.push(provider.held)
    },
    fetch(request) {
      const path = new URL(request.url).pathname.replace('/api/v1', '')
      if (!provider.isHeld(path)) return Promise.resolve(answerOf(path, provider.held, provider.now()))
      const { promise, resolve } = Promise.withResolvers<Response>()
      let answer: Response | undefined
      const question: Question = {
        path,
        read() {
          answer ??= answerOf(path, provider.held, provider.now())
        },
        land() {
          question.read()
          open.splice(open.indexOf(question), 1)
          resolve(must(answer, 'an answer'))
        },
      }
      open.push(question)
      return promise
    },
  }
  return provider
}

/** A pull under way, step by step. */
export interface Pull {
  isOver(): boolean
  /** Waits until the pull has sent another request or stored its answer. */
  rest(): Promise<void>
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Starts a pull and waits until its request is sent. */
export async function startPull(provider: RacingProvider, work: () => Promise<unknown>): Promise<Pull> {
  const end: { isOver: boolean; failure?: unknown } = { isOver: false }
  const asked = provider.open.length
  work()
    .catch((error: unknown) => {
      end.failure = error
    })
    .finally(() => {
      end.isOver = true
    })
  const rest = async (before: number): Promise<void> => {
    while (!end.isOver && provider.open.length <= before) await turn()
    if (end.failure !== undefined) throw end.failure
  }
  await rest(asked)
  return { isOver: () => end.isOver, rest: () => rest(provider.open.length) }
}

/** Delivers the answer to `question`, and lets its pull store it or send another request. */
export async function land(question: Question, pull: Pull): Promise<void> {
  question.land()
  await pull.rest()
}
