import { addVehicle, deleteVehicle, editVehicle, setDefaultVehicle } from '../../../src/actions/vehicles.ts'
import { reportProblem, setFavourite } from '../../../src/actions/parks.ts'
import { removeRequest, tryAgain } from '../../../src/actions/requests.online.ts'
import { type EnqueueResult, retryCommand, sendNow } from '../../../src/actions/requests.ts'
import { cancelBooking, extendBooking } from '../../../src/actions/bookings.ts'
import { refreshBookings, refreshFavourites, refreshVehicles } from '../../../src/actions/connection.online.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { isFavouriteCommand, isQueueable } from '../../../src/domain/commands.ts'
import { NO_SPACE_PROBLEMS } from '../../../src/domain/no-space.ts'
import { HOUR_MS } from '../../../src/domain/instant.ts'
import type { Result } from '../../../src/lib/result.ts'
import { bySeq, favouritesOf, isOpenNow, isWaitingRow, outboxOf, vehiclesOf } from '../oracle/stored.ts'
import type { Random } from '../world/random.ts'
import { checkIn, pair, syncGate } from './act-gate.ts'
import {
  book,
  bookTwice,
  changePlate,
  checkout,
  draftTopUp,
  pay,
  renew,
  startTopUp,
  takeBack,
  topUpTwice,
  withdraw,
  withdrawTwice,
} from './act-money.ts'
import {
  bookWithCoupon,
  buyGift,
  buyGiftTwice,
  cancelGift,
  cancelOrder,
  changePlan,
  enterCode,
  order,
  orderAtGateway,
  orderTwice,
  redeem,
  redeemEverywhere,
  refreshShop,
  saveDates,
  startPlan,
  startPlanTwice,
} from './act-shop.ts'
import { addNigerianCar, payForDocuments, payForDocumentsTwice, photograph, topUpNaira } from './act-documents.ts'
import { bookEvent, bookEventTwice, buyPass, buyPassTwice, keepEvent, moneyBack } from './act-event.ts'
import { review, takeBackReview } from './act-review.ts'
import { move, payForOverstay, shorten } from './act-stay.ts'
import type { Verb } from './step.ts'
import { aBooking, nothing, pickFrom, said, type Tap, userOf } from './tap.ts'

/** The shortest data that starts and ends like a JPEG. */
const JPEG = '/9j/2Q=='

/** Everything except sign-in and sign-out, which are in `sessions.ts`. */
export type Tapped = Exclude<Verb, 'sign in' | 'sign out'>

const asked = async (result: Promise<Result<EnqueueResult, { readonly kind: string }>>): Promise<string> => {
  const known = await result
  return known.ok ? known.value.standing : known.error.kind
}

const plate = (random: Random): string => `SIM-${String(100 + random.int(900))}`
const aVehicle = (tap: Tap): Vehicle | undefined =>
  pickFrom(tap.random, vehiclesOf(tap.tab.device, userOf(tap)))?.vehicle

const aRow = (tap: Tap, states: readonly string[]) =>
  pickFrom(
    tap.random,
    bySeq(outboxOf(tap.tab.device, userOf(tap))).filter(({ state }) => states.includes(state)),
  )

const anOpenRequest = (tap: Tap) => pickFrom(tap.random, bySeq(outboxOf(tap.tab.device, userOf(tap))).filter(isOpenNow))

/** The end shown to the driver may be a requested one that the provider has not confirmed yet. */
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

/** Reports about the booking or only about the car park, with or without a photo. */
function report(tap: Tap): Promise<string> {
  const { random, tab } = tap
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const park = { id: booking.park_id, name: booking.park.name }
  if (random.chance(0.3)) return asked(reportProblem({ park, problem: 'closed', text: '' }, tab.phone))
  const about = { booking: booking.booking_id, ...(random.chance(0.3) ? { photo: JPEG } : {}) }
  const problem = random.pick(NO_SPACE_PROBLEMS)
  return asked(reportProblem({ park, problem, text: '', ...about }, tab.phone))
}

/** As in the dialog: sends the report first, then cancels the booking. */
async function noSpace(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const park = { id: booking.park_id, name: booking.park.name }
  const told = reportProblem({ park, problem: 'full', text: '', booking: booking.booking_id }, tap.tab.phone)
  const minRefundMinor = tap.random.pick([0, booking.total, booking.total])
  const given = cancelBooking({ booking, minRefundMinor, reason: 'no_space' }, tap.tab.phone)
  return (await Promise.all([asked(told), asked(given)])).join(', ')
}

function retry(tap: Tap): Promise<string> {
  const row = aRow(tap, ['rejected', 'expired'])
  if (row === undefined || !isQueueable(row.command)) return nothing()
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

/** Toggles the star of one of the first two car parks, by what this tab shows or showed a moment ago. */
function favour(tap: Tap): Promise<string> {
  const { random, tab, world } = tap
  const { id, name, slug } = random.pick(world.provider.server.parks.slice(0, 2))
  const isHeld = favouritesOf(tab.device, userOf(tap)).some((row) => row.id === id && row.favourite.is_favourite)
  const waiting = bySeq(outboxOf(tab.device, userOf(tap)))
    .filter(isWaitingRow)
    .map(({ command }) => command)
    .findLast((command) => isFavouriteCommand(command) && command.parkId === id)
  const isShown = waiting === undefined ? isHeld : waiting.kind === 'favourite.add'
  const isWanted = random.chance(0.9) ? !isShown : isShown
  return asked(setFavourite({ park: { id, name, slug, address: null }, isHeld, isWanted }, tab.phone))
}

async function discard(tap: Tap): Promise<string> {
  const row = aRow(tap, ['queued', 'sending', 'rejected', 'expired'])
  if (row === undefined) return nothing()
  tap.world.watches[tap.tab.device.index]?.giveUp(row.id)
  return said(await removeRequest(row.id, tap.tab.phone))
}

async function hurry(tap: Tap): Promise<string> {
  const row = aRow(tap, ['queued', 'sending'])
  return row === undefined ? nothing() : said(await sendNow(row.id, tap.tab.phone))
}

async function refresh({ random, tab }: Tap): Promise<string> {
  return said(await random.pick([refreshBookings, refreshVehicles, refreshFavourites])(tab.phone))
}

async function settleOpen(tap: Tap, settle: typeof tryAgain | typeof removeRequest): Promise<string> {
  const request = anOpenRequest(tap)
  return request === undefined ? nothing() : said(await settle(request.id, tap.tab.phone))
}

export const ACTS: Readonly<Record<Tapped, (tap: Tap) => Promise<string>>> = {
  add: ({ random, tab }) => asked(addVehicle({ plate: plate(random), country_code: 'CA' }, tab.phone)),
  edit,
  remove,
  'set default': setDefault,
  favour,
  extend,
  cancel,
  report,
  'no space': noSpace,
  book,
  'book twice': bookTwice,
  checkout,
  pay,
  renew,
  shorten,
  move,
  'pay overstay': payForOverstay,
  'change plate': changePlate,
  'top up': startTopUp,
  'top up twice': topUpTwice,
  'keep an amount': draftTopUp,
  withdraw,
  'withdraw twice': withdrawTwice,
  'take back': takeBack,
  retry,
  discard,
  'send now': hurry,
  refresh,
  'try again': (tap) => settleOpen(tap, tryAgain),
  pair,
  'check in': checkIn,
  'sync gate': syncGate,
  order,
  'order twice': orderTwice,
  'order at a gateway': orderAtGateway,
  'cancel order': cancelOrder,
  'buy gift': buyGift,
  'buy gift twice': buyGiftTwice,
  redeem,
  'redeem everywhere': redeemEverywhere,
  'cancel gift': cancelGift,
  'start plan': startPlan,
  'start plan twice': startPlanTwice,
  'change plan': changePlan,
  'enter a code': enterCode,
  'book with a coupon': bookWithCoupon,
  'save dates': saveDates,
  review,
  'take a review back': takeBackReview,
  'book event': bookEvent,
  'book event twice': bookEventTwice,
  'keep event': keepEvent,
  'event money back': moneyBack,
  'buy pass': buyPass,
  'buy pass twice': buyPassTwice,
  'add a Nigerian car': addNigerianCar,
  photograph,
  'pay for documents': payForDocuments,
  'pay for documents twice': payForDocumentsTwice,
  'top up naira': topUpNaira,
  'refresh shop': refreshShop,
  'remove request': (tap) => settleOpen(tap, removeRequest),
}
