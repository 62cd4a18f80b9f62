import * as v from 'valibot'
import { giftSchema } from '../../../src/contract/gifts.ts'
import { orderSchema } from '../../../src/contract/orders.ts'
import { subscriptionSchema } from '../../../src/contract/plans.ts'
import { renewalSchema, scanSchema } from '../../../src/contract/vehicle-documents.ts'
import type { Command } from '../../../src/db/command.ts'
import type { ServerState } from '../target.ts'
import type { Currency } from '../../../src/domain/money.ts'
import { currencyOf, type ShopThing } from '../shop-thing.ts'
import type { Device } from '../world/device.ts'
import type { Journal } from './journal.ts'
import { keptOf } from './stored.ts'
import { hold } from './violation.ts'

/** An entry of one of the shop's lists, on a phone or at the provider. */
export interface KeptThing {
  readonly kind: 'order' | 'gift' | 'plan' | 'renewal' | 'scan'
  readonly id: string
  readonly version: number
  /** The entry as a phone reads it, without the receipt number, which may change without a new version. */
  readonly text: string
}

const textOf = ({ receipt_number: _receipt, updated_at: _at, ...rest }: Record<string, unknown>): string =>
  JSON.stringify(rest)

const SCHEMAS = {
  ...{ order: orderSchema, gift: giftSchema, plan: subscriptionSchema, renewal: renewalSchema, scan: scanSchema },
}

/** Returns undefined for things that no phone stores. */
export function toKept(thing: ShopThing): KeptThing | undefined {
  if (thing.wire === null) return undefined
  const { kind, id, version, wire } = thing
  return { kind, id, version, text: textOf(v.parse(SCHEMAS[kind], wire)) }
}

const nameOf = ({ kind, id }: Pick<KeptThing, 'kind' | 'id'>): string => `${kind} ${id}`

export type KnownShop = ReadonlyMap<string, KeptThing>

/** Reads the driver's orders, gifts, plans and documents stored on the phone. */
export function readKept(device: Device, userId: string): KnownShop {
  const { orders, gifts, plans, renewals, scans } = keptOf(device, userId)
  const kept: readonly KeptThing[] = [
    ...orders.map((row) => ({ kind: 'order', id: row.order_id, version: row.version, text: textOf(row) }) as const),
    ...gifts.map((row) => ({ kind: 'gift', id: row.gift_id, version: row.version, text: textOf(row) }) as const),
    ...plans.map(
      (row) => ({ kind: 'plan', id: row.subscription_id, version: row.version, text: textOf(row) }) as const,
    ),
    ...renewals.map(
      (row) => ({ kind: 'renewal', id: row.renewal_id, version: row.version, text: textOf(row) }) as const,
    ),
    ...scans.map((row) => ({ kind: 'scan', id: row.scan_id, version: 1, text: textOf(row) }) as const),
  ]
  return new Map(kept.map((thing) => [nameOf(thing), thing]))
}

interface Place {
  readonly device: Device
  readonly userId: string
  readonly journal: Journal
}

/** Compares the stored lists with those of the previous look, and returns them for the next one. */
export function checkKept({ device, userId, journal }: Place, known: KnownShop): KnownShop {
  const kept = readKept(device, userId)
  for (const [name, thing] of kept) {
    const before = known.get(name)
    if (before?.text === thing.text) continue
    hold(journal.wasSaid(userId, thing), 'the mirror holds only what the provider said', () => thing.text)
    const isForward = before === undefined || before.version <= thing.version
    hold(isForward, 'a row’s version never goes back', () => `${name}: ${String(before?.version)}`)
  }
  // A scan is removed with its renewal, or replaced by another of the same document.
  for (const [name, { kind }] of known) hold(kind === 'scan' || kept.has(name), 'no false delete', () => name)
  return kept
}

/** Assumes lists pulled after everything had settled. Orders that wait for a payment appear in none. */
export function checkShopAtRest(device: Device, userId: string, { shop }: ServerState): void {
  const kept = readKept(device, userId)
  const had = shop
    .filter((thing) => thing.userId === userId && !(thing.kind === 'order' && thing.wire.paid !== true))
    .map(toKept)
    .filter((thing) => thing !== undefined)
  for (const thing of had) {
    const shown = kept.get(nameOf(thing))?.text
    const facts = (): string => `${String(shown)}, provider ${thing.text}`
    hold(shown === thing.text, 'at rest the view equals the provider’s state', facts)
  }
  const names = new Set(had.map(nameOf))
  for (const [name, { kind }] of kept)
    hold(kind !== 'scan' || names.has(name), 'at rest the view equals the provider’s state', () => `${name} is gone`)
}

/** What each kind of request creates, once; similar things may come from other requests. */
const MAKES: Partial<Record<Command['kind'], ShopThing['kind']>> = {
  'order.place': 'order',
  'order.checkout': 'order',
  'gift.buy': 'gift',
  'gift.redeem': 'redemption',
  'plan.start': 'plan',
  'referral.enter': 'referral',
  'document.upload': 'scan',
  'renewal.pay': 'renewal',
}

/** Checks a request that is reported as done. */
export function checkMade(id: string, command: Command, journal: Journal): void {
  const made = MAKES[command.kind]
  if (made === undefined) return
  // A scan also removes the previous scan, so match it by its id.
  const name = `${made}:${command.kind === 'document.upload' ? command.scanId : ''}`
  const things = journal.changesBy(id).filter((change) => change.startsWith(name))
  hold(
    things.length === 1,
    'what is done has made exactly one thing',
    () => `${command.kind} ${id}: ${things.join(' ')}`,
  )
}

/**
 * One cart makes one order, a gift is bought and redeemed once, a driver has one plan per country, and one draft makes
 * one renewal.
 */
export function checkWishes({ shop }: ServerState): void {
  const seen = new Set<string>()
  for (const { kind, userId, wish } of shop) {
    if (wish === null) continue
    // Only one driver may redeem a gift's code.
    const name = `${kind} ${wish} ${kind === 'redemption' ? '' : userId}`
    hold(!seen.has(name), 'one wish, one effect', () => name)
    seen.add(name)
  }
}

/** What a driver's wallet in this currency has spent in the shop, less what the shop credited. */
export const paidForShop = ({ shop }: ServerState, userId: string, currency: Currency): number =>
  shop
    .filter((thing) => thing.userId === userId && currencyOf(thing) === currency)
    .reduce((sum, { costMinor }) => sum + costMinor, 0)
