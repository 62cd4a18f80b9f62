import { findProduct, insertProduct } from '../../../provider/repositories/products.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { planEvent, postponeEvent } from '../../../provider/services/events.ts'
import { toProductWire } from '../../../provider/services/marketplace-wire.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { SEED_CURRENCY, SEED_ZONE } from '../rules-target/seed-rows.ts'
import type { Shop } from '../shop-thing.ts'
import type { SeedPark } from '../target.ts'
import { HST } from './taxes.ts'

/** Out of the car park's four spaces. */
const HELD = 2
const EVENT_MINOR = 1_000
const PASS_MINOR = 1_000
const LASTS_MS = 3 * HOUR_MS

/** Plans an event in three days, at the shop's own car park, where it disturbs nothing else. */
async function planOne(deps: ProviderDeps, park: SeedPark, nowMs: Instant): Promise<string> {
  const start = toInstant(Math.ceil(nowMs / HOUR_MS) * HOUR_MS + 3 * DAY_MS)
  const planned = await planEvent(deps, {
    ...{ name: 'Night Market', venue: 'Test Field', city: 'Toronto', country_code: 'CA', lat: 43.65, lng: -79.38 },
    ...{ timezone: SEED_ZONE, demo: true, accessCode: null, starts_at: start },
    ...{ ends_at: toInstant(start + LASTS_MS), parking_from: toInstant(start - HOUR_MS) },
    parking_until: toInstant(start + LASTS_MS + HOUR_MS),
    parks: [{ parkId: park.id, held: HELD, amountMinor: EVENT_MINOR }],
  })
  if (!planned.ok) throw new Error(`No event: ${planned.error.kind}`)
  return planned.value
}

/** A pass for two drivers at a time, at any hour. */
async function sellPass({ db }: ProviderDeps, park: SeedPark, nowMs: Instant) {
  const id = await insertProduct(db, {
    ...{ country_code: 'CA', currency: SEED_CURRENCY, kind: 'monthly_pass', park_id: park.id, stock: null },
    ...{ price_minor: PASS_MINOR, order_limit: 1, demo: true, updated_at: nowMs },
    ...{ names: { en: 'Month', fr: 'Mois' }, details: { en: '', fr: '' } },
    pass: { hours: [], vehicle_types: null, at_once: 2 },
    taxes: [{ ...HST, included: false }],
  })
  return toProductWire(must(await findProduct(db, id), 'pass'))
}

/** Offers an event and a monthly pass, whose times are not those of a stay, at a separate car park. */
export const openEvent = async (
  deps: ProviderDeps,
  park: SeedPark,
  nowMs: Instant,
): Promise<Pick<Shop, 'event' | 'park' | 'pass'>> => ({
  park,
  event: { code: await planOne(deps, park, nowMs), held: HELD },
  pass: await sellPass(deps, park, nowMs),
})

/**
 * Postpones the event with its bookings; does nothing once its parking has begun, or when there is no space on the new
 * day.
 */
export async function moveEvent(deps: ProviderDeps, { event }: Shop, days: number): Promise<void> {
  const [row] = await deps.db.query<{ starts_at: Date | number }>('select starts_at from events where code = $1', [
    event.code,
  ])
  const startMs = Number(must(row, 'event').starts_at)
  await postponeEvent(deps, { code: event.code, newStartMs: toInstant(startMs + days * DAY_MS + 15 * MINUTE_MS) })
}
