import { addVehicle } from '../../../src/actions/add-vehicle.ts'
import { askAgain } from '../../../src/actions/ask-again.online.ts'
import type { Asked } from '../../../src/actions/ask.ts'
import { bookPark } from '../../../src/actions/book-park.online.ts'
import { cancelBooking } from '../../../src/actions/cancel-booking.ts'
import { deleteVehicle } from '../../../src/actions/delete-vehicle.ts'
import { discardCommand } from '../../../src/actions/discard-command.online.ts'
import { dismissIntent } from '../../../src/actions/dismiss-intent.online.ts'
import { editVehicle } from '../../../src/actions/edit-vehicle.ts'
import { extendBooking } from '../../../src/actions/extend-booking.ts'
import { refreshBookings, refreshVehicles } from '../../../src/actions/refresh.online.ts'
import { retryCommand } from '../../../src/actions/retry-command.ts'
import { sendNow } from '../../../src/actions/send-now.ts'
import { setDefaultVehicle } from '../../../src/actions/set-default-vehicle.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import type { Result } from '../../../src/lib/result.ts'
import { bookingsOf, bySeq, intentsOf, outboxOf, sessionOf, vehiclesOf } from '../oracle/stored.ts'
import type { Random } from '../world/random.ts'
import type { Tab } from '../world/tab.ts'
import { nextMinute } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import type { Verb } from './step.ts'

/** All but coming and going, which `sessions.ts` does. */
export type Tapped = Exclude<Verb, 'sign in' | 'sign out'>

/** One driver's tap in one tab. */
export interface Tap {
  readonly world: World
  readonly tab: Tab
  readonly random: Random
}

const said = (result: Result<unknown, { readonly kind: string }>): string => (result.ok ? 'ok' : result.error.kind)

const asked = async (result: Promise<Result<Asked, { readonly kind: string }>>): Promise<string> => {
  const known = await result
  return known.ok ? known.value.outcome : known.error.kind
}

const plate = (random: Random): string => `SIM-${String(100 + random.int(900))}`
const userOf = ({ tab }: Tap): string => sessionOf(tab.device)?.user.user_id ?? ''

const pickFrom = <T>(random: Random, list: readonly T[]): T | undefined => list[random.int(Math.max(1, list.length))]

const aBooking = (tap: Tap): Booking | undefined =>
  pickFrom(tap.random, bookingsOf(tap.tab.device, userOf(tap)))?.booking

const aVehicle = (tap: Tap): Vehicle | undefined =>
  pickFrom(tap.random, vehiclesOf(tap.tab.device, userOf(tap)))?.vehicle

const aRow = (tap: Tap, states: readonly string[]) =>
  pickFrom(
    tap.random,
    bySeq(outboxOf(tap.tab.device, userOf(tap))).filter(({ state }) => states.includes(state)),
  )

const anIntent = (tap: Tap) => pickFrom(tap.random, intentsOf(tap.tab.device, userOf(tap)))

const nothing = (): Promise<string> => Promise.resolve('nothing to do it with')

async function book({ world, tab, random }: Tap): Promise<string> {
  const parkIndex = random.int(world.provider.server.parks.length)
  const park = world.provider.server.parks[parkIndex]
  if (park === undefined) return nothing()
  const minutes = 30 * (1 + random.int(6))
  const startMs = nextMinute(world.timeline.now()) + MINUTE_MS * random.int(120)
  const input = {
    parkId: park.id,
    parkName: park.name,
    plate: plate(random),
    vehicleTypeId: 1,
    startMs,
    endMs: startMs + minutes * MINUTE_MS,
    quotedTotalMinor: world.provider.priceOf(parkIndex, minutes),
    tariffVersion: world.provider.tariffVersion(parkIndex),
  } as const
  return said(await bookPark(input, tab.phone))
}

/** The end that the driver sees may be one that they asked for and the provider has not agreed to yet. */
function extend(tap: Tap): Promise<string> {
  const { random, tab } = tap
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const waiting = bySeq(outboxOf(tab.device, userOf(tap)))
    .map(({ command }) => command)
    .findLast((command) => command.kind === 'booking.extend' && command.bookingId === booking.booking_id)
  const hasAsked = waiting?.kind === 'booking.extend' && random.chance(0.7)
  const seen = hasAsked ? { ...booking, end_time: waiting.newEnd } : booking
  const newEndMs = Date.parse(seen.end_time) + (HOUR_MS / 2) * (1 + random.int(4))
  const maxPriceMinor = random.pick([50, 500, 5_000, 5_000])
  return asked(extendBooking({ booking: seen, newEndMs, maxPriceMinor }, tab.phone))
}

function edit(tap: Tap): Promise<string> {
  const vehicle = aVehicle(tap)
  if (vehicle === undefined) return nothing()
  const fields = { plate: plate(tap.random), country_code: 'CA', label: `car ${String(tap.random.int(9))}` } as const
  return asked(editVehicle({ vehicle, fields }, tap.tab.phone))
}

function cancel(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  const minRefundMinor = tap.random.pick([0, 0, 100, 100_000])
  return booking === undefined ? nothing() : asked(cancelBooking({ booking, minRefundMinor }, tap.tab.phone))
}

function retry(tap: Tap): Promise<string> {
  const row = aRow(tap, ['rejected', 'expired'])
  if (row === undefined) return nothing()
  const input = { rowId: row.id, command: row.command, isRebased: tap.random.chance(0.7) }
  return asked(retryCommand(input, tap.tab.phone))
}

const remove = (tap: Tap): Promise<string> => {
  const vehicle = aVehicle(tap)
  return vehicle === undefined ? nothing() : asked(deleteVehicle({ vehicle }, tap.tab.phone))
}

const setDefault = (tap: Tap): Promise<string> => {
  const vehicle = aVehicle(tap)
  return vehicle === undefined ? nothing() : asked(setDefaultVehicle({ vehicle }, tap.tab.phone))
}

async function discard(tap: Tap): Promise<string> {
  const row = aRow(tap, ['queued', 'sending', 'rejected', 'expired'])
  if (row === undefined) return nothing()
  return said(await discardCommand(row.id, tap.tab.phone))
}

async function hurry(tap: Tap): Promise<string> {
  const row = aRow(tap, ['queued', 'sending'])
  return row === undefined ? nothing() : said(await sendNow(row.id, tap.tab.phone))
}

async function refresh({ random, tab }: Tap): Promise<string> {
  return said(await (random.chance(0.5) ? refreshBookings(tab.phone) : refreshVehicles(tab.phone)))
}

async function settleIntent(tap: Tap, settle: typeof askAgain): Promise<string> {
  const intent = anIntent(tap)
  return intent === undefined ? nothing() : said(await settle(intent.id, tap.tab.phone))
}

export const ACTS: Readonly<Record<Tapped, (tap: Tap) => Promise<string>>> = {
  add: ({ random, tab }) => asked(addVehicle({ plate: plate(random), country_code: 'CA' }, tab.phone)),
  edit,
  remove,
  'set default': setDefault,
  extend,
  cancel,
  book,
  retry,
  discard,
  'send now': hurry,
  refresh,
  'ask again': (tap) => settleIntent(tap, askAgain),
  dismiss: (tap) => settleIntent(tap, dismissIntent),
}
