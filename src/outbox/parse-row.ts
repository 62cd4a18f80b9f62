import * as v from 'valibot'
import { entityKey, type QueueableCommand } from '../domain/commands.ts'
import type { OutboxRow, UnreadableReason } from '../db/outbox-row.ts'
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

const COMMANDS = {
  'booking.cancel': v.object({ kind: v.literal('booking.cancel'), bookingId: id, minRefundMinor: amount }),
  'booking.extend': v.object({
    kind: v.literal('booking.extend'),
    bookingId: id,
    baseEnd: time,
    newEnd: time,
    maxPriceMinor: amount,
    notAfter: time,
  }),
  'vehicle.add': v.object({ kind: v.literal('vehicle.add'), vehicleId: id, vehicle }),
  'vehicle.edit': v.object({ kind: v.literal('vehicle.edit'), vehicleId: id, vehicle, baseVersion: v.number() }),
  'vehicle.delete': v.object({ kind: v.literal('vehicle.delete'), vehicleId: id }),
  'vehicle.set_default': v.object({ kind: v.literal('vehicle.set_default'), vehicleId: id }),
} satisfies Record<QueueableCommand['kind'], v.GenericSchema>

const moment = v.number()
const row = v.object({
  id,
  seq: v.number(),
  owner: v.string(),
  kind: v.string(),
  entity: v.string(),
  command: v.looseObject({ kind: v.string() }),
  v: v.literal(1),
  state: v.picklist(['queued', 'sending', 'done', 'rejected', 'expired', 'discarded', 'quarantined']),
  attempts: v.number(),
  nextAt: moment,
  firstSentAt: v.nullable(moment),
  lastError: v.nullable(v.looseObject({ kind: v.string(), at: moment })),
  createdAt: moment,
  settledAt: v.nullable(moment),
  answers: v.array(v.object({ at: moment, network: v.string(), outcome: v.string() })),
  reconcile: v.boolean(),
  stuck: v.boolean(),
})

const isKind = (kind: string): kind is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, kind)

/** What was stored as a row of `owner`. A row that another release, another driver or a broken disk wrote is never sent. */
export function parseRow(stored: unknown, owner: string): Result<OutboxRow, UnreadableReason> {
  const version = (stored as { v?: unknown } | null | undefined)?.v
  if (typeof version === 'number' && version > 1) return err('newer_version')
  const parsed = v.safeParse(row, stored)
  if (!parsed.success) return err('corrupt')
  const { kind, command } = parsed.output
  if (parsed.output.owner !== owner) return err('foreign_owner')
  if (!isKind(kind)) return err('newer_version')
  if (!v.is(COMMANDS[kind], command)) return err('corrupt')
  // Checked field by field above; the unions of names inside errors and answers are our own words.
  const readable = parsed.output as unknown as OutboxRow
  return entityKey(readable.command) === readable.entity ? ok(readable) : err('corrupt')
}

/** The id under which something unreadable is stored; IndexedDB takes no row without one. */
export function idOf(stored: unknown): string {
  const key = (stored as { id?: unknown } | null | undefined)?.id
  return typeof key === 'string' ? key : String(key)
}
