import type { ApiError } from '../../api/api-error.ts'
import { getBooking, listBookings } from '../../api/bookings.ts'
import { type Client, clientAs } from '../../api/client.ts'
import { MAXIMUM_PAGES, PAGE_SIZE } from '../../config/limits.ts'
import type { Booking } from '../../contract/bookings.ts'
import { applyBookings, applyOneBooking } from '../../db/apply/bookings.ts'
import { pullStart } from '../../db/apply/pull-order.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { afterRestore } from './after-restore.ts'
import { type Pulled, untilLanded } from './until-landed.ts'

interface Gathered {
  readonly bookings: readonly Booking[]
  /** False when rows were added or removed while the pages arrived: a row may have slipped between two of them. */
  readonly complete: boolean
}

async function gather(client: Client): Promise<Result<Gathered, ApiError>> {
  const byId = new Map<string, Booking>()
  const totals = new Set<number>()
  let page = 1
  let pages = 1
  do {
    const answer = await listBookings(client, page, PAGE_SIZE)
    if (!answer.ok) return answer
    for (const booking of answer.value.items) byId.set(booking.booking_id, booking)
    totals.add(answer.value.total)
    pages = Math.min(answer.value.pages, MAXIMUM_PAGES)
    page += 1
  } while (page <= pages)
  return ok({ bookings: [...byId.values()], complete: totals.size === 1 && totals.has(byId.size) })
}

type Bookings = readonly Booking[]

async function ask(phone: AppContext, userId: string, since: number): Promise<Result<Pulled<Bookings>, ApiError>> {
  const gathered = await gather(clientAs(phone.client, userId))
  if (!gathered.ok) return gathered
  const at = { savedAt: phone.clock.now(), heardNow: phone.heardNow() }
  const landing = await applyBookings(phone.dbs, userId, { ...gathered.value, since, ...at })
  if (landing === 'restored') await afterRestore(phone, userId)
  return ok({ value: gathered.value.bookings, landing })
}

/** Pulls all pages; rows missing at the provider count as lost only when nothing moved in between. */
export const pullBookings = (phone: AppContext, userId: string, begun?: number): Promise<Result<Bookings, ApiError>> =>
  untilLanded(phone, { userId, begun, ask: (since) => ask(phone, userId, since) })

export async function pullBooking(phone: AppContext, userId: string, code: string): Promise<Result<Booking, ApiError>> {
  const since = await pullStart(phone.dbs, userId)
  const answer = await getBooking(clientAs(phone.client, userId), code)
  if (answer.ok) await applyOneBooking(phone.dbs, userId, { booking: answer.value, since, savedAt: phone.clock.now() })
  return answer
}
