import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { DAY_MS, MINUTE_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { type Answered, type Asked, Both } from './both.ts'

/** Parks of the seed, named by their capacity. */
export const [SINGLE, TRIPLE, WIDE] = [1, 2, 3]

type Changes = Readonly<Record<string, unknown>>

export const codeOf = ({ body }: Answered): unknown => (body as { code?: unknown } | null)?.code
export function dataIn({ status, body }: Answered): unknown {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return (body as { data: unknown }).data
}
export const bookingIn = (answered: Answered): Booking => dataIn(answered) as Booking

export const after = (text: string, minutes: number): string =>
  toRfc3339(toInstant(Date.parse(text) + minutes * MINUTE_MS))

/**
 * The store over memory may stand in for the one over PostgreSQL only while the two are indistinguishable. Each scene
 * runs on both; `ask` fails when their answers differ, and at the end of a scene `compare` checks ledger and keys line
 * by line.
 */
export class Scenes {
  #both: Both | undefined
  #keys = 0

  /** Opens both stores before a file's tests. The tests share parks and drivers, but each uses separate days. */
  static play(): Scenes {
    const scenes = new Scenes()
    beforeAll(async () => {
      scenes.#both = await Both.open(41, { users: 2, capacities: [1, 3, 40], balanceMinor: 1_000_000 })
    })
    beforeEach(() => {
      scenes.both.advance(10 * DAY_MS)
    })
    afterAll(() => scenes.both.close())
    return scenes
  }

  get both(): Both {
    if (this.#both === undefined) throw new Error('Scenes are played within tests')
    return this.#both
  }

  /** Number of keys so far; each write gets another one. */
  get keys(): number {
    return this.#keys
  }

  readonly newKey = (): string => {
    this.#keys += 1
    return `key-${String(this.#keys)}`
  }
  readonly write = (asked: Omit<Asked, 'key'> & { readonly key?: string }): Promise<Answered> =>
    this.both.ask({ as: 0, key: this.newKey(), ...asked })
  readonly look = (path: string, as = 0): Promise<Answered> => this.both.ask({ as, method: 'GET', path })

  /** A time in minutes from the current whole minute. */
  readonly iso = (minutes: number): string => toRfc3339(toInstant(this.both.nowMs + minutes * MINUTE_MS))

  readonly bookingOf = (changes: Changes = {}) => ({
    park_id: WIDE,
    plate: 'abc-123',
    vehicle_type_id: 1,
    start_time: this.iso(60),
    end_time: this.iso(120),
    payment_method: 'wallet',
    quoted_total: 450,
    tariff_version: 'v1',
    ...changes,
  })
  readonly book = (changes: Changes = {}, asked: Partial<Asked> = {}): Promise<Answered> =>
    this.write({ method: 'POST', path: '/bookings', body: this.bookingOf(changes), ...asked })
  readonly mustBook = async (changes: Changes = {}, asked: Partial<Asked> = {}): Promise<Booking> =>
    bookingIn(await this.book(changes, asked))

  /** Reads everything a phone pulls. */
  async #pullAll(as: number): Promise<void> {
    for (const path of [
      '/bookings/list?size=100',
      '/bookings/list?page=2&size=2&status_filter=cancelled',
      '/user/vehicles/',
    ])
      await this.look(path, as)
    for (const path of [
      '/wallet',
      '/wallet/transactions?size=100',
      '/wallet/transactions?page=2&size=3',
      '/users/profile',
    ])
      await this.look(path, as)
  }

  readonly compare = async (): Promise<void> => {
    await this.#pullAll(0)
    await this.#pullAll(1)
    await this.both.compareRows()
  }
}
