import type { Booking } from '../../../src/contract/bookings.ts'
import type { Gift } from '../../../src/contract/gifts.ts'
import type { Renewal } from '../../../src/contract/vehicle-documents.ts'
import type { DocumentKind } from '../../../src/domain/document-kinds.ts'
import { HOUR_MS, mustInstant } from '../../../src/domain/instant.ts'
import { ORDER_STAGES } from '../../../src/domain/order.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { moveRenewal } from '../../../provider/services/documents.ts'
import { cancelEvent, postponeEvent } from '../../../provider/services/events.ts'
import { followEvents } from '../../../provider/services/follow-events.ts'
import { moveOrder, returnGoods } from '../../../provider/services/orders.ts'
import { renewPlans } from '../../../provider/services/renew-plans.ts'
import { changeSteps } from './test-changes.ts'
import { documentSteps } from './test-documents.ts'
import { askAtPrice, couponOf, dataOf, keep, onSome, plateOf, send, type Shopper, type ShopStep } from './shopper.ts'
import { bookingBody } from './test-driver.ts'
import { postEventBooking, readEvent } from './test-events.ts'
import { PRICE } from './test-marketplace.ts'
import { postPass } from './test-monthly.ts'
import { postSubscription, putSubscription } from './test-plans.ts'

const book: ShopStep = async (shopper) => {
  const { town, random, bookings } = shopper
  const code = couponOf(shopper, 'parking')
  const changes = { plate: plateOf(shopper) }
  const stay = {
    parkId: town.parkId,
    fromMinutes: 60 * (1 + random.int(60)),
    minutes: 30 * (1 + random.int(12)),
    changes,
  }
  const body = bookingBody(town.provider, stay)
  const ask = (price: object) =>
    send(shopper, 'POST /bookings', { ...body, ...(code === undefined ? {} : { promo_code: code }), ...price })
  await keep(bookings, askAtPrice(ask, {}))
}

const bookEvent: ShopStep = async (shopper) => {
  const { town, driver, random, bookings } = shopper
  const event = await readEvent(town.provider, random.pick(town.events))
  const changes = { plate: plateOf(shopper) }
  await keep(bookings, postEventBooking(town.provider, { driver, event, changes }))
}

const buyPass: ShopStep = async (shopper) => {
  const { town, driver, random, bookings } = shopper
  const day = new Date(town.provider.clock.now() + random.int(20) * 24 * HOUR_MS).toISOString().slice(0, 10)
  await keep(
    bookings,
    postPass(town.provider, driver, { product: town.pass, firstDay: day, changes: { plate: plateOf(shopper) } }),
  )
}

const changesOf = ({ town, driver }: Shopper) => changeSteps(() => ({ provider: town.provider, driver }))
const bookingsOf = ({ bookings }: Shopper): readonly Booking[] => bookings

const order: ShopStep = async (shopper) => {
  const { town, random, orders } = shopper
  const code = couponOf(shopper, 'goods')
  const products = town.goods.filter(() => random.chance(0.6))
  const body = {
    ...{ cart_id: uuid7(), country_code: 'CA', quoted_total: 0 },
    lines: products.map((id) => ({ product_id: id, price: PRICE, quantity: 1 + random.int(3) })),
    ...(code === undefined ? {} : { coupon_code: code }),
  }
  if (products.length === 0) return
  await keep(
    orders,
    askAtPrice((price) => send(shopper, 'POST /orders', { ...body, ...price }), {}),
  )
}

const moveOn = onSome(
  ({ orders }) => orders,
  async ({ town, random }, { order_code: code }) => {
    const stage = random.pick(ORDER_STAGES.filter((one) => one !== 'pending' && one !== 'returned'))
    const reason = stage === 'cancelled' || stage === 'rejected' ? 'sold_out' : null
    const wish = { code, userId: null, stage, reason, nowMs: town.provider.clock.now() }
    await town.provider.deps.db.transaction((tx) => moveOrder(tx, wish as Parameters<typeof moveOrder>[1]))
  },
)

const bringBack = onSome(
  ({ orders }) => orders,
  async ({ town, random }, { order_code: code, lines }) => {
    const some = lines.map(({ product_id: id, quantity }) => [id, random.int(quantity + 1)] as const)
    const pieces = random.chance(0.3) ? new Map<number, number>() : new Map(some)
    const wish = { code, pieces, nowMs: town.provider.clock.now() }
    await town.provider.deps.db.transaction((tx) => returnGoods(tx, wish))
  },
)

const buyGift: ShopStep = async (shopper) => {
  const data = await dataOf<Gift>(
    await send(shopper, 'POST /gifts', { amount: 500 + 100 * shopper.random.int(20), currency: 'CAD' }),
  )
  if (data === undefined) return
  shopper.gifts.push(data)
  if (data.code !== null) shopper.town.giftCodes.push(data.code)
}

const renewDocument: ShopStep = async (shopper) => {
  const { town, driver, vehicleId, random, renewals } = shopper
  const steps = documentSteps(() => ({ provider: town.provider, driver, vehicleId }))
  const kind = random.pick<DocumentKind>(['licence', 'insurance', 'roadworthiness'])
  await dataOf(await steps.upload(town.photo, { kind }))
  const body = { draft_id: uuid7(), vehicle_id: vehicleId, kinds: [kind], quoted_total: 0 }
  const ask = (price: object) => send(shopper, 'POST /vehicle-documents/renewals', { ...body, ...price })
  await keep(renewals, askAtPrice(ask, {}))
}

const moveDocument = onSome(
  ({ renewals }) => renewals,
  async ({ town, random }, { code }) => {
    const stage = random.pick<Renewal['stage']>(['checked', 'at_office', 'done', 'rejected'])
    const wish = { code, stage, reason: stage === 'rejected' ? 'unreadable' : null, nowMs: town.provider.clock.now() }
    await town.provider.deps.db.transaction((tx) => moveRenewal(tx, wish))
  },
)

const moveEvent: ShopStep = async ({ town, random }) => {
  const { code, starts_at: start } = await readEvent(town.provider, random.pick(town.events))
  const newStartMs = mustInstant(start) + (random.int(7) - 3) * 2 * HOUR_MS
  if (random.chance(0.1)) await cancelEvent(town.provider.deps, code)
  else await postponeEvent(town.provider.deps, { code, newStartMs })
}

/** A crash: a database connection dies in the middle of its work. */
const crash: ShopStep = ({ town }) =>
  town.provider.deps.db.query(
    `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1) as victim`,
  )

/** Every action of drivers, operators and jobs around the goods on sale. */
export const SHOP_STEPS: readonly ShopStep[] = [
  book,
  book,
  book,
  bookEvent,
  buyPass,
  onSome(bookingsOf, (shopper, one) => changesOf(shopper).cancel(one).then(dataOf)),
  onSome(bookingsOf, (shopper, one) =>
    changesOf(shopper)
      .extend(one, 30 * (1 + shopper.random.int(6)))
      .then(dataOf),
  ),
  onSome(bookingsOf, (shopper, one) =>
    changesOf(shopper)
      .shorten(one, 30 * (1 + shopper.random.int(6)))
      .then(dataOf),
  ),
  order,
  order,
  onSome(
    ({ orders }) => orders,
    async (shopper, { order_code: code }) =>
      dataOf(await send(shopper, `PUT /orders/${code}/status?status=cancelled&reason=changed_mind`)),
  ),
  moveOn,
  moveOn,
  bringBack,
  async (shopper) =>
    keep(shopper.plans, postSubscription(shopper.town.provider, shopper.driver, { plan: shopper.town.plan })),
  onSome(
    ({ plans }) => plans,
    async ({ town, driver, random }, { subscription_id }) =>
      dataOf(await putSubscription(town.provider, driver, { subscription_id, cancelled: random.chance(0.5) })),
  ),
  ({ town }) => renewPlans(town.provider.deps),
  buyGift,
  onSome(
    ({ town }) => town.giftCodes,
    async (shopper, code) => dataOf(await send(shopper, 'POST /gifts/redeem', { code })),
  ),
  onSome(
    ({ gifts }) => gifts,
    async (shopper, { gift_id: id }) => dataOf(await send(shopper, `PUT /gifts/${id}/cancel`)),
  ),
  renewDocument,
  moveDocument,
  moveEvent,
  ({ town }) => followEvents(town.provider.deps),
  crash,
]
