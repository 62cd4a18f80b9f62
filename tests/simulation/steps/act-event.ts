import { bookPark, type BookParkInput } from '../../../src/actions/bookings.online.ts'
import { cancelBooking } from '../../../src/actions/bookings.ts'
import { keepForNewDate } from '../../../src/actions/keep-event.online.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { EventDetail } from '../../../src/contract/events.ts'
import { hoursFromWire } from '../../../src/contract/tariff-mapping.ts'
import { mustInstant } from '../../../src/domain/instant.ts'
import { passSpan } from '../../../src/domain/monthly-pass.ts'
import { must } from '../../../src/lib/assert.ts'
import { bookingsOf } from '../oracle/stored.ts'
import { lessPlan, plateOf } from './act-money.ts'
import type { World } from '../world/world.ts'
import { inTwoTabs, nothing, pickFrom, said, standStill, type Tap, userOf } from './tap.ts'

const DAY_MS = 86_400_000

const shopOf = ({ world }: Tap) => must(world.provider.server.shop, 'a shop')

/** The event as a page last showed it; its date may have changed since. */
const shown = new WeakMap<World, EventDetail>()

/** Books the event as its page shows it, sometimes as shown earlier. */
async function aParking(tap: Tap): Promise<BookParkInput | undefined> {
  const { world, random } = tap
  const { park } = shopOf(tap)
  const before = random.chance(0.2) ? shown.get(world) : undefined
  const event = before ?? (await standStill(tap, () => world.provider.readEvent()))
  const offer = event?.parks[0]
  if (event === undefined || offer === undefined) return undefined
  shown.set(world, event)
  const { total, tariff_version: tariffVersion } = offer
  if (total === null || tariffVersion === null) return undefined
  return {
    ...{ parkId: park.id, parkName: park.name, plate: plateOf(tap), vehicleTypeId: 1, tariffVersion },
    startMs: mustInstant(event.parking_from),
    endMs: mustInstant(event.parking_until),
    quotedTotalMinor: lessPlan(tap, total),
    event: { code: event.code, grant: null },
  }
}

export async function bookEvent(tap: Tap): Promise<string> {
  const stay = await aParking(tap)
  return stay === undefined ? nothing() : said(await bookPark(stay, tap.tab.phone))
}

export async function bookEventTwice(tap: Tap): Promise<string> {
  const stay = await aParking(tap)
  return stay === undefined ? nothing() : inTwoTabs(tap, async ({ phone }) => said(await bookPark(stay, phone)))
}

/** Prefers a booking with an open choice; otherwise any booking of the event. */
function anEventBooking({ random, tab, world }: Tap): Booking | undefined {
  const own = bookingsOf(tab.device, userOf({ tab }))
    .map(({ booking }) => booking)
    .filter(({ event }) => event?.code === world.provider.server.shop?.event.code)
  const open = own.filter(({ event, status }) => status === 'active' && event?.choose_by !== null)
  return pickFrom(random, open.length > 0 ? open : own)
}

export async function keepEvent(tap: Tap): Promise<string> {
  const booking = anEventBooking(tap)
  const event = booking?.event
  if (booking === undefined || event === undefined) return nothing()
  return said(await keepForNewDate({ booking, event }, tap.tab.phone))
}

/** Queued without signal, like every cancellation. */
export async function moneyBack(tap: Tap): Promise<string> {
  const booking = anEventBooking(tap)
  if (booking === undefined) return nothing()
  const asked = await cancelBooking({ booking, minRefundMinor: booking.total }, tap.tab.phone)
  return asked.ok ? asked.value.standing : asked.error.kind
}

/** Starts today or on one of the next days. */
function aMonth(tap: Tap): BookParkInput {
  const { pass, park } = shopOf(tap)
  const { hours, timezone } = must(pass.pass, 'a pass')
  const today = Math.floor(tap.world.timeline.now() / DAY_MS)
  const { start, end } = passSpan(hoursFromWire(hours), today + tap.random.int(20), timezone)
  return {
    ...{ parkId: park.id, parkName: park.name, plate: plateOf(tap), vehicleTypeId: 1, startMs: start, endMs: end },
    ...{ quotedTotalMinor: PASS_TOTAL, tariffVersion: 'product', productId: pass.id },
  }
}

/** C$10.00 plus 13 %. */
const PASS_TOTAL = 1_130

export const buyPass = async (tap: Tap): Promise<string> => said(await bookPark(aMonth(tap), tap.tab.phone))

export function buyPassTwice(tap: Tap): Promise<string> {
  const month = aMonth(tap)
  return inTwoTabs(tap, async ({ phone }) => said(await bookPark(month, phone)))
}
