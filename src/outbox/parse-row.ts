import * as v from 'valibot'
import { type Command, subjectOf } from '../db/command.ts'
import { isQueueable } from '../domain/commands.ts'
import { CONTACT_TOPICS } from '../domain/contact.ts'
import { ORDER_CANCEL_REASONS } from '../domain/order.ts'
import { PARK_PROBLEMS } from '../domain/park-problem.ts'
import { type OutboxRow, STANDING, type UnreadableReason } from '../db/outbox-row.ts'
import { err, ok, type Result } from '../lib/result.ts'

const id = v.pipe(v.string(), v.minLength(1))
const time = v.pipe(
  v.string(),
  v.check((text) => Number.isFinite(Date.parse(text)), 'no time'),
)
const amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const text = v.exactOptional(v.nullable(v.string()))
const vehicle = v.object({
  plate: v.string(),
  country_code: v.picklist(['NG', 'US', 'CA', 'SN']),
  region: text,
  vehicle_type_id: v.number(),
  label: text,
  colour: text,
  make: text,
  model: text,
})

/** The provider validates the content of a booking request; this checks only the fields that the phone reads. */
const stay = v.looseObject({ park_id: v.number(), start_time: time, end_time: time })
const money = { amountMinor: amount, currency: v.picklist(['NGN', 'USD', 'CAD', 'XOF']) }

const favourite = v.object({
  parkId: v.number(),
  place: v.object({ name: v.string(), slug: id, address: v.nullable(v.string()) }),
  isHeld: v.boolean(),
})

const cart = v.looseObject({
  cart_id: id,
  country_code: v.string(),
  lines: v.array(v.unknown()),
  quoted_total: amount,
})

/** Fields of each command besides its kind. */
const COMMANDS = {
  'booking.cancel': v.object({
    bookingId: id,
    minRefundMinor: amount,
    reason: v.exactOptional(v.literal('no_space')),
  }),
  'booking.extend': v.object({ bookingId: id, baseEnd: time, newEnd: time, maxPriceMinor: amount, notAfter: time }),
  'vehicle.add': v.object({ vehicleId: id, vehicle }),
  'vehicle.edit': v.object({ vehicleId: id, vehicle, baseVersion: v.number() }),
  'vehicle.delete': v.object({ vehicleId: id }),
  'vehicle.set_default': v.object({ vehicleId: id }),
  'park.report': v.object({
    parkId: v.number(),
    parkName: v.string(),
    problem: v.picklist(PARK_PROBLEMS),
    text: v.nullable(v.string()),
    booking: v.exactOptional(id),
    photo: v.exactOptional(v.string()),
  }),
  'favourite.add': favourite,
  'favourite.remove': favourite,
  'document.dates': v.object({ ofVehicle: id, commercial: v.boolean(), dates: v.looseObject({}) }),
  'document.upload': v.object({ scanId: id, ofVehicle: id, document: id }),
  'contact.send': v.object({
    topic: v.picklist(CONTACT_TOPICS),
    name: id,
    email: id,
    company: v.nullable(v.string()),
    text: id,
    offer: v.exactOptional(v.looseObject({})),
  }),
  'review.set': v.object({
    stay: id,
    parkName: v.string(),
    review: v.nullable(
      v.object({
        stars: v.number(),
        text: v.nullable(v.string()),
        photo: v.exactOptional(v.nullable(v.object({ id, jpeg: v.string() }))),
      }),
    ),
  }),
  'review.report': v.object({ reviewId: id, parkName: v.string(), reason: id }),
  'booking.create': v.object({ body: stay, parkName: v.string(), seen: v.array(v.string()) }),
  'booking.renew': v.object({ bookingId: id, quotedTotal: amount, tariffVersion: v.string() }),
  'booking.change_plate': v.object({ bookingId: id, body: v.looseObject({ plate: v.string() }) }),
  'booking.pay_overstay': v.object({
    ...{ bookingId: id, maxPriceMinor: amount, paidMinor: amount },
    isPrivate: v.exactOptional(v.literal(true)),
  }),
  'booking.shorten': v.object({ bookingId: id, baseEnd: time, newEnd: time, minRefundMinor: amount }),
  'booking.keep_event': v.object({ bookingId: id, parkingFrom: time }),
  'booking.move': v.object({ bookingId: id, parkName: v.string(), body: stay }),
  'booking.checkout': v.object({ body: stay, stay: v.looseObject({ parkName: v.string() }) }),
  'order.place': v.object({ body: cart }),
  'order.checkout': v.object({ body: cart }),
  'order.cancel': v.object({ orderCode: id, reason: v.picklist(ORDER_CANCEL_REASONS) }),
  'gift.buy': v.object({ body: v.looseObject({ amount, currency: money.currency }) }),
  'gift.cancel': v.object({ giftId: id }),
  'gift.redeem': v.object({ code: id }),
  'referral.enter': v.object({ body: v.looseObject({ code: id, device: id }) }),
  'renewal.pay': v.object({ body: v.looseObject({ draft_id: id, quoted_total: amount }) }),
  'plan.start': v.object({ body: v.looseObject({ plan_id: v.number(), price: amount }) }),
  'plan.change': v.object({ subscriptionId: id, body: v.looseObject({}) }),
  'wallet.top_up': v.object({ ...money, keepMethod: v.exactOptional(v.boolean()) }),
  'wallet.withdraw': v.object(money),
  'wallet.take_back': v.object({ withdrawalId: id, ...money }),
  'payment.verify': v.object({ reference: id }),
} satisfies Record<Command['kind'], v.GenericSchema>

const moment = v.number()
const row = v.object({
  id,
  seq: v.number(),
  owner: v.string(),
  // Before version 4 of the database every row waited for a signal.
  lane: v.optional(v.picklist(['queued', 'now']), 'queued'),
  kind: v.string(),
  entity: v.string(),
  command: v.looseObject({ kind: v.string() }),
  v: v.literal(1),
  state: v.picklist(Object.keys(STANDING)),
  attempts: v.number(),
  nextAt: moment,
  firstSentAt: v.nullable(moment),
  lastError: v.nullable(v.looseObject({ kind: v.string(), at: moment })),
  createdAt: moment,
  settledAt: v.nullable(moment),
  answers: v.array(v.object({ at: moment, network: v.string(), outcome: v.string() })),
  reconcile: v.boolean(),
  stuck: v.boolean(),
  effect: v.exactOptional(v.object({ kind: v.string(), id })),
})

const isKind = (kind: string): kind is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, kind)

/** Parses a stored row of `owner`. A row written by another release, another driver or a broken disk is never sent. */
export function parseRow(stored: unknown, owner: string): Result<OutboxRow, UnreadableReason> {
  const version = (stored as { v?: unknown } | null | undefined)?.v
  if (typeof version === 'number' && version > 1) return err('newer_version')
  const parsed = v.safeParse(row, stored)
  if (!parsed.success) return err('corrupt')
  const { kind, command, lane } = parsed.output
  if (parsed.output.owner !== owner) return err('foreign_owner')
  if (!isKind(kind)) return err('newer_version')
  if (command.kind !== kind || !v.is(COMMANDS[kind], command)) return err('corrupt')
  // Checked field by field above; the unions of names inside errors and answers are written by us.
  const readable = parsed.output as unknown as OutboxRow
  // A booking that waits for a signal would be paid for long after its driver has gone elsewhere.
  const isInItsLane = (lane === 'queued') === isQueueable(readable.command) || lane === 'now'
  return isInItsLane && subjectOf(readable.command) === readable.entity ? ok(readable) : err('corrupt')
}

/** Returns the id under which an unreadable row is stored; IndexedDB accepts no row without one. */
export function idOf(stored: unknown): string {
  const key = (stored as { id?: unknown } | null | undefined)?.id
  return typeof key === 'string' ? key : String(key)
}

/** Returns the readable rows. */
export const readableOf = (stored: readonly unknown[], owner: string): readonly OutboxRow[] =>
  stored.flatMap((one) => {
    const parsed = parseRow(one, owner)
    return parsed.ok ? [parsed.value] : []
  })
