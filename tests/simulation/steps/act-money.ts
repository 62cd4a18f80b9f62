import {
  bookPark,
  type BookParkInput,
  changeBookingPlate,
  holdForPayment,
  renewBooking,
} from '../../../src/actions/bookings.online.ts'
import {
  keepTopUp,
  loadWithdrawals,
  requestWithdrawal,
  takeBackWithdrawal,
  topUp,
} from '../../../src/actions/wallet.online.ts'
import { verifyPayment } from '../../../src/actions/payments.online.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import type { GatewayOutcome } from '../world/provider-side.ts'
import { nextMinute } from '../world/timeline.ts'
import { aBooking, inTwoTabs, nothing, pickFrom, said, standStill, type Tap, userOf } from './tap.ts'

/** A unique plate, so that the plate of a stay tells which driver tapped. */
export function plateOf({ world, tab }: Tap): string {
  const plate = `SIM-${String(world.tapped.size + 1)}`
  world.tapped.set(plate, userOf({ tab }))
  return plate
}

/** Exact without rounding, because every price in a world is a multiple of five and the plan takes off a fifth. */
export function lessPlan(tap: Tap, priceMinor: number): number {
  const { shop } = tap.world.provider.state()
  const own = shop.find(
    (thing) => thing.kind === 'plan' && thing.wire.state !== 'ended' && thing.userId === userOf(tap),
  )
  const percent = own?.kind === 'plan' ? own.wire.percent : 0
  return priceMinor - (priceMinor * percent) / 100
}

/** A stay at its present price, less the discount of the driver's plan. */
export function aStay(tap: Tap): (BookParkInput & { readonly zone: string }) | undefined {
  const { world, random } = tap
  const parkIndex = random.int(world.provider.server.parks.length)
  const park = world.provider.server.parks[parkIndex]
  if (park === undefined) return undefined
  const minutes = 30 * (1 + random.int(6))
  const startMs = nextMinute(world.timeline.now()) + MINUTE_MS * random.int(120)
  return {
    parkId: park.id,
    parkName: park.name,
    zone: park.zone,
    plate: plateOf(tap),
    vehicleTypeId: 1,
    startMs,
    endMs: startMs + minutes * MINUTE_MS,
    quotedTotalMinor: lessPlan(tap, world.provider.priceOf(parkIndex, minutes)),
    tariffVersion: world.provider.tariffVersion(parkIndex),
  }
}

export async function book(tap: Tap): Promise<string> {
  const stay = aStay(tap)
  return stay === undefined ? nothing() : said(await bookPark(stay, tap.tab.phone))
}

export function bookTwice(tap: Tap): Promise<string> {
  const stay = aStay(tap)
  return stay === undefined ? nothing() : inTwoTabs(tap, async ({ phone }) => said(await bookPark(stay, phone)))
}

export async function checkout(tap: Tap): Promise<string> {
  const stay = aStay(tap)
  return stay === undefined ? nothing() : said(await holdForPayment(stay, tap.tab.phone))
}

/** Acts on the gateway's page, and may return from it to the app. */
export async function pay(tap: Tap): Promise<string> {
  const { world, random, tab } = tap
  const open = world.provider.state().payments.filter((row) => row.userId === userOf(tap) && row.charge !== null)
  const payment = pickFrom(random, open)
  if (payment === undefined) return nothing()
  const outcome = random.pick<GatewayOutcome>(['pay', 'pay', 'pay', 'fail', 'abandon', 'delay', 'duplicate'])
  await standStill(tap, () => world.provider.pay(payment.reference, outcome))
  return random.chance(0.7) ? said(await verifyPayment(payment.reference, tab.phone)) : outcome
}

const anAmount = ({ random }: Tap) => ({ amountMinor: random.pick([500, 1_000, 2_500]), currency: 'CAD' }) as const

export const startTopUp = async (tap: Tap): Promise<string> => said(await topUp(anAmount(tap), tap.tab.phone))
export const draftTopUp = async (tap: Tap): Promise<string> => said(await keepTopUp(anAmount(tap), tap.tab.phone))

export function topUpTwice(tap: Tap): Promise<string> {
  const amount = anAmount(tap)
  return inTwoTabs(tap, async ({ phone }) => said(await topUp(amount, phone)))
}

export const withdraw = async (tap: Tap): Promise<string> => said(await requestWithdrawal(anAmount(tap), tap.tab.phone))

export function withdrawTwice(tap: Tap): Promise<string> {
  const amount = anAmount(tap)
  return inTwoTabs(tap, async ({ phone }) => said(await requestWithdrawal(amount, phone)))
}

export async function takeBack({ random, tab }: Tap): Promise<string> {
  const known = await loadWithdrawals('CAD', tab.phone)
  if (!known.ok) return known.error.kind
  const one = pickFrom(random, known.value.withdrawals)
  return one === undefined ? nothing() : said(await takeBackWithdrawal(one, tab.phone))
}

export async function renew(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const parkIndex = tap.world.provider.server.parks.findIndex(({ id }) => id === booking.park_id)
  const fromMs = Math.max(Date.parse(booking.start_time), tap.world.timeline.now())
  const minutes = Math.max(0, Math.ceil((Date.parse(booking.end_time) - fromMs) / MINUTE_MS))
  const input = {
    booking,
    quotedTotalMinor: tap.world.provider.priceOf(parkIndex, minutes),
    tariffVersion: tap.world.provider.tariffVersion(parkIndex),
  }
  return said(await renewBooking(input, tap.tab.phone))
}

export async function changePlate(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  return said(await changeBookingPlate({ booking, plate: plateOf(tap) }, tap.tab.phone))
}
