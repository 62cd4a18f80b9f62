import { bookPark } from '../../../src/actions/bookings.online.ts'
import {
  buyGift as askForGift,
  cancelGift as askGiftBack,
  loadGifts,
  redeemGift,
} from '../../../src/actions/gifts.online.ts'
import { changeCart } from '../../../src/actions/marketplace.online.ts'
import { cancelOrder as askOrderBack, loadOrders, orderCart } from '../../../src/actions/orders.online.ts'
import {
  changePlan as askPlanChange,
  loadSubscriptions,
  startPlan as askForPlan,
} from '../../../src/actions/plans.online.ts'
import { enterReferral } from '../../../src/actions/referrals.online.ts'
import { type EnqueueResult } from '../../../src/actions/requests.ts'
import { loadDocuments, saveDates as askForDates } from '../../../src/actions/vehicle-documents.online.ts'
import { couponFromWire, goodsOf } from '../../../src/contract/marketplace-mapping.ts'
import type { Cart } from '../../../src/db/read/marketplace.ts'
import { priceCart } from '../../../src/domain/cart-total.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Result } from '../../../src/lib/result.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { keptOf, vehiclesOf } from '../oracle/stored.ts'
import { FIRST_GIFT_MINOR, type Shop } from '../shop-thing.ts'
import type { Tab } from '../world/tab.ts'
import { livePages } from '../world/device.ts'
import { aStay } from './act-money.ts'
import { inTwoTabs, nothing, pickFrom, said, type Tap, userOf } from './tap.ts'

const shopOf = ({ world }: Tap): Shop => must(world.provider.server.shop, 'a shop')

const COUNTRY = 'CA'

/** Fills a cart, with the total that the driver was shown, which is sometimes outdated. */
async function fillCart(tap: Tap) {
  const { world, random, tab } = tap
  const { products, coupons } = shopOf(tap)
  const coupon = random.chance(0.4) ? coupons.goods : null
  const chosen = products.filter((_, index) => index === 0 || random.chance(0.4))
  const cart: Cart = {
    ...{ id: uuid7(world.timeline.now(), () => random.next()), country: COUNTRY, coupon },
    lines: chosen.map((product) => ({ product, quantity: 1 + random.int(2) })),
  }
  const goods = cart.lines.map(({ product, quantity }) => goodsOf(product, quantity))
  const price = priceCart({
    ...{ goods, coupon: coupon === null ? null : couponFromWire(coupon) },
    nowMs: world.timeline.now(),
  })
  const { totalMinor } = must(price.ok ? price.value : null, 'a price')
  const kept = await changeCart(COUNTRY, () => cart, tab.phone)
  return { kept, input: { cart, withCoupon: coupon !== null, totalMinor: totalMinor + (random.chance(0.1) ? 1 : 0) } }
}

const orderBy =
  (method: 'wallet' | 'gateway') =>
  async (tap: Tap): Promise<string> => {
    const { kept, input } = await fillCart(tap)
    return kept.ok ? said(await orderCart({ ...input, method }, tap.tab.phone)) : kept.error.kind
  }

export const order = orderBy('wallet')
export const orderAtGateway = orderBy('gateway')

export async function orderTwice(tap: Tap): Promise<string> {
  const { kept, input } = await fillCart(tap)
  if (!kept.ok) return kept.error.kind
  return inTwoTabs(tap, async ({ phone }) => said(await orderCart({ ...input, method: 'wallet' }, phone)))
}

export async function cancelOrder(tap: Tap): Promise<string> {
  const one = pickFrom(tap.random, keptOf(tap.tab.device, userOf(tap)).orders)
  return one === undefined ? nothing() : said(await askOrderBack(one, 'changed_mind', tap.tab.phone))
}

/** A gift of unique value, which tells which driver tapped. */
function aGift(tap: Tap) {
  const { world } = tap
  const amount = FIRST_GIFT_MINOR + world.tapped.size + 1
  world.tapped.set(`gift ${String(amount)}`, userOf(tap))
  return { amount, currency: 'CAD' } as const
}

export const buyGift = async (tap: Tap): Promise<string> => said(await askForGift(aGift(tap), tap.tab.phone))

export function buyGiftTwice(tap: Tap): Promise<string> {
  const gift = aGift(tap)
  return inTwoTabs(tap, async ({ phone }) => said(await askForGift(gift, phone)))
}

/** A code of any driver's gift, including their own, or the latest known code, which may just have been redeemed. */
function aCode({ world, random }: Tap): string | undefined {
  const open = world.provider.state().shop.flatMap((thing) => (thing.kind === 'gift' ? (thing.wire.code ?? []) : []))
  for (const code of open) world.giftCodes.add(code)
  return pickFrom(random, random.chance(0.5) ? open : [...world.giftCodes].slice(-1))
}

export async function redeem(tap: Tap): Promise<string> {
  const code = aCode(tap)
  return code === undefined ? nothing() : said(await redeemGift(code, tap.tab.phone))
}

/** Redeems one code on every phone at once, and in two tabs of this one. */
export function redeemEverywhere(tap: Tap): Promise<string> {
  const { world, tab } = tap
  const code = aCode(tap)
  if (code === undefined) return nothing()
  const ask = async ({ phone }: Tab): Promise<string> => said(await redeemGift(code, phone))
  for (const device of world.devices) {
    const [page] = device === tab.device ? [] : livePages(device)
    if (page !== undefined) world.follow(page, 'redeem', () => ask(page))
  }
  return inTwoTabs(tap, ask)
}

export async function cancelGift(tap: Tap): Promise<string> {
  const one = pickFrom(tap.random, keptOf(tap.tab.device, userOf(tap)).gifts)
  if (one === undefined) return nothing()
  // The recipient has just received the code: makes it the latest one for `aCode`.
  const { giftCodes } = tap.world
  if (one.code !== null) {
    giftCodes.delete(one.code)
    giftCodes.add(one.code)
  }
  return said(await askGiftBack(one, tap.tab.phone))
}

const planOf = (tap: Tap) => {
  const { id: plan_id, price } = shopOf(tap).plan
  return { plan_id, price: price + (tap.random.chance(0.1) ? 1 : 0), pay_by: 'wallet' } as const
}

export const startPlan = async (tap: Tap): Promise<string> => said(await askForPlan(planOf(tap), tap.tab.phone))

export function startPlanTwice(tap: Tap): Promise<string> {
  const plan = planOf(tap)
  return inTwoTabs(tap, async ({ phone }) => said(await askForPlan(plan, phone)))
}

export async function changePlan(tap: Tap): Promise<string> {
  const { random, tab } = tap
  const one = pickFrom(random, keptOf(tab.device, userOf(tap)).plans)
  if (one === undefined) return nothing()
  return said(await askPlanChange(one.subscription_id, { cancelled: random.chance(0.7) }, tab.phone))
}

/** Enters another driver's code, sometimes their own. */
export async function enterCode(tap: Tap): Promise<string> {
  const { world, random, tab } = tap
  const codes = shopOf(tap).referralCodes
  const own = world.provider.server.users.findIndex(({ id }) => id === userOf(tap))
  const code = random.chance(0.2) ? codes[own] : codes[(own + 1) % codes.length]
  return code === undefined ? nothing() : said(await enterReferral(code, tab.phone))
}

export async function bookWithCoupon(tap: Tap): Promise<string> {
  const stay = aStay(tap)
  const { code, discount } = shopOf(tap).coupons.parking
  if (stay === undefined) return nothing()
  const quotedTotalMinor = stay.quotedTotalMinor - discount
  return said(await bookPark({ ...stay, quotedTotalMinor, couponCode: code }, tap.tab.phone))
}

export async function saveDates(tap: Tap): Promise<string> {
  const { world, random, tab } = tap
  const one = pickFrom(random, vehiclesOf(tab.device, userOf(tap)))
  if (one === undefined) return nothing()
  const day = (): string | null =>
    random.chance(0.3)
      ? null
      : new Date(world.timeline.now() + random.int(300) * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const dates = { licence: day(), roadworthiness: day(), insurance: day(), hackney: null }
  const asked: Result<EnqueueResult, { readonly kind: string }> = await askForDates(
    { ofVehicle: one.id, commercial: false, dates },
    tab.phone,
  )
  return asked.ok ? asked.value.standing : asked.error.kind
}

/** Loads the lists of the shop, of which the pull brings only the plans. */
export async function refreshShop({ tab: { phone } }: Pick<Tap, 'tab'>): Promise<string> {
  const loaded = [
    await loadOrders(null, phone),
    await loadGifts(null, phone),
    await loadSubscriptions(null, phone),
    await loadDocuments(null, phone),
  ]
  return loaded.map(said).join(', ')
}
