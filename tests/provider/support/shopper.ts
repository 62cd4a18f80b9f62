import type { Booking } from '../../../src/contract/bookings.ts'
import type { Gift } from '../../../src/contract/gifts.ts'
import type { Product } from '../../../src/contract/marketplace.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { Subscription } from '../../../src/contract/plans.ts'
import type { Renewal } from '../../../src/contract/vehicle-documents.ts'
import type { Random } from '../../simulation/world/random.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** What the drivers of a schedule share: everything on sale. */
export interface Town {
  readonly provider: TestProvider
  readonly parkId: number
  readonly goods: readonly number[]
  readonly coupons: { readonly goods: readonly string[]; readonly parking: readonly string[] }
  readonly plan: number
  readonly pass: Product
  readonly events: readonly string[]
  readonly photo: Uint8Array
  /** Gift codes of all drivers; any driver may redeem any of them. */
  readonly giftCodes: string[]
  /** One code per driver. */
  readonly referralCodes: string[]
}

/** One driver, with the results of their requests so far. */
export interface Shopper {
  readonly town: Town
  readonly driver: TestDriver
  readonly vehicleId: string
  readonly random: Random
  readonly bookings: Booking[]
  readonly orders: Order[]
  readonly gifts: Gift[]
  readonly plans: Subscription[]
  readonly renewals: Renewal[]
  /** References of the gateway payments. */
  readonly references: string[]
}

export type ShopStep = (shopper: Shopper) => Promise<unknown>

/** Returns the data of a success, undefined for a refusal; throws on a server error other than 503. */
export async function dataOf<T>(answer: Response): Promise<T | undefined> {
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${String(answer.status)} ${await answer.text()}`)
  return answer.ok ? ((await answer.json()) as { data: T }).data : undefined
}

export async function keep(list: unknown[], answer: Promise<Response>): Promise<void> {
  const data = await dataOf<unknown>(await answer)
  if (data !== undefined) list.push(data)
}

/** Sends a `wish` given as method and path. */
export async function send({ town, driver }: Shopper, wish: `${string} /${string}`, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = wish.split(' ')
  const options = { token: await driver.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  return town.provider.request(method, `/api/v1${path}`, options)
}

export const onSome =
  <T>(listOf: (shopper: Shopper) => readonly T[], work: (shopper: Shopper, one: T) => Promise<unknown>): ShopStep =>
  async (shopper) => {
    const list = listOf(shopper)
    if (list.length > 0) await work(shopper, shopper.random.pick(list))
  }

/** Asks again at the price that a refusal names, like a driver who agrees to it. */
export async function askAtPrice(ask: (price: object) => Promise<Response>, first: object): Promise<Response> {
  const answer = await ask(first)
  if (answer.status !== 409) return answer
  const { total, tariff_version: version } = (await answer.clone().json()) as {
    total?: number
    tariff_version?: string
  }
  if (total === undefined) return answer
  return ask({ quoted_total: total, ...(version === undefined ? {} : { tariff_version: version }) })
}

export const couponOf = ({ random, town }: Shopper, use: keyof Town['coupons']): string | undefined =>
  random.chance(0.5) ? random.pick(town.coupons[use]) : undefined

export const plateOf = ({ random }: Shopper): string => `SHP${String(random.int(9_000))}`
