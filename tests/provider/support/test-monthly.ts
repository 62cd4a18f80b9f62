import type { Booking } from '../../../src/contract/bookings.ts'
import type { Product } from '../../../src/contract/marketplace.ts'
import { hoursFromWire, hoursToWire } from '../../../src/contract/tariff-mapping.ts'
import { toRfc3339 } from '../../../src/domain/instant.ts'
import { type PassHours, passSpan } from '../../../src/domain/monthly-pass.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import { sell } from './test-marketplace.ts'
import type { TestProvider } from './test-provider.ts'

/** Mon–Fri 06:00–20:00. */
export const WORKING_DAYS: PassHours = [{ days: [1, 2, 3, 4, 5], fromMinute: 360, toMinute: 1_200 }]

export const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS

export interface TestPass {
  readonly hours?: PassHours
  readonly atOnce?: number
  readonly vehicleTypes?: (1 | 2 | 3 | 4)[] | null
  readonly kind?: 'monthly_pass' | 'permit'
}

/** Puts a pass on sale for C$10.00 a month plus 13 %. */
export async function sellPass(provider: TestProvider, parkId: number, wanted: TestPass = {}): Promise<Product> {
  const { hours = [], atOnce = 100, vehicleTypes = null, kind = 'monthly_pass' } = wanted
  const pass = { hours: hoursToWire(hours), vehicle_types: vehicleTypes, at_once: atOnce }
  const id = await sell(provider, { kind, park_id: parkId, order_limit: 1, pass })
  const answer = await provider.request('GET', `/api/v1/marketplace/products/${String(id)}`)
  return ((await answer.json()) as { data: Product }).data
}

export interface WantedPass {
  readonly product: Product
  /** For example `2026-11-24`. */
  readonly firstDay: string
  readonly key?: string
  readonly changes?: Readonly<Record<string, unknown>>
}

export async function postPass(provider: TestProvider, driver: TestDriver, wanted: WantedPass): Promise<Response> {
  const { product, firstDay, key = newKey(), changes = {} } = wanted
  const { hours, park_id, timezone } = must(product.pass, 'a pass')
  const { start, end } = passSpan(hoursFromWire(hours), dayOf(firstDay), timezone)
  const body = {
    ...{ park_id, product_id: product.id, plate: 'mon-123', vehicle_type_id: 1, payment_method: 'wallet' },
    ...{ start_time: toRfc3339(start), end_time: toRfc3339(end), quoted_total: 1_130, tariff_version: 'product' },
    ...changes,
  }
  return provider.request('POST', '/api/v1/bookings', { token: await driver.token(), key, body })
}

export async function mustBuyPass(provider: TestProvider, driver: TestDriver, wanted: WantedPass): Promise<Booking> {
  const answer = await postPass(provider, driver, wanted)
  if (answer.status !== 201) throw new Error(`No pass: ${await answer.text()}`)
  return ((await answer.json()) as { data: Booking }).data
}
