import type { CommandOf } from '../../db/command.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import type { QueueableCommand } from '../../domain/commands.ts'
import { unreachable } from '../../lib/assert.ts'
import { isSameRequest } from '../same-request.ts'

/** What a new command does to those that wait. */
export type Coalesced =
  /** A row of its own. `drops`: rows never sent that it makes pointless. */
  | { readonly kind: 'append'; readonly drops: readonly OutboxRow[] }
  /** Takes the place of a row never sent, whose key it keeps. */
  | {
      readonly kind: 'merge'
      readonly into: OutboxRow
      readonly command: QueueableCommand
      readonly drops: readonly OutboxRow[]
    }
  /** The same is already on its way. */
  | { readonly kind: 'same'; readonly row: OutboxRow }
  /** Both were never sent and undo each other: nothing is left to send. `row` is among `drops`. */
  | { readonly kind: 'vanish'; readonly row: OutboxRow; readonly drops: readonly OutboxRow[] }
  /** Builds on a command whose outcome is not known yet. */
  | { readonly kind: 'unknown_ahead' }

const APPEND: Coalesced = { kind: 'append', drops: [] }

interface Ahead {
  /** Waiting rows of the same entity, oldest first. */
  readonly own: readonly OutboxRow[]
  /** All waiting rows. */
  readonly all: readonly OutboxRow[]
}

const isSent = (row: OutboxRow): boolean => row.firstSentAt !== null
const ofKind = (rows: readonly OutboxRow[], kind: QueueableCommand['kind']): OutboxRow | undefined =>
  rows.findLast((row) => row.kind === kind)
const unsentOf = (rows: readonly OutboxRow[], kind: QueueableCommand['kind']): readonly OutboxRow[] =>
  rows.filter((row) => row.kind === kind && !isSent(row))
const merge = (into: OutboxRow, command: QueueableCommand, drops: readonly OutboxRow[] = []): Coalesced => ({
  kind: 'merge',
  into,
  command,
  drops,
})

function collapseExtend(command: CommandOf<'booking.extend'>, { own }: Ahead): Coalesced {
  const last = ofKind(own, 'booking.extend')
  if (last === undefined || last.command.kind !== 'booking.extend') return APPEND
  const before = last.command
  if (!isSent(last)) return merge(last, { ...command, baseEnd: before.baseEnd, notAfter: before.notAfter })
  if (isSameRequest(before, command)) return { kind: 'same', row: last }
  return Date.parse(before.newEnd) === Date.parse(command.baseEnd) ? APPEND : { kind: 'unknown_ahead' }
}

/** A cancellation makes an extension of its booking pointless; a vehicle that is added has none. */
function collapseOnce(command: CommandOf<'booking.cancel' | 'vehicle.add'>, { own }: Ahead): Coalesced {
  const last = ofKind(own, command.kind)
  const drops = unsentOf(own, 'booking.extend')
  if (last === undefined) return { kind: 'append', drops }
  return isSent(last) ? { kind: 'same', row: last } : merge(last, command, drops)
}

function collapseEdit(command: CommandOf<'vehicle.edit'>, { own }: Ahead): Coalesced {
  const last = own.findLast((row) => row.kind === 'vehicle.edit' || row.kind === 'vehicle.add')
  if (last === undefined) return APPEND
  const before = last.command
  if (isSent(last)) return isSameRequest(before, command) ? { kind: 'same', row: last } : { kind: 'unknown_ahead' }
  if (before.kind === 'vehicle.add') return merge(last, { ...before, vehicle: command.vehicle })
  return before.kind === 'vehicle.edit' ? merge(last, { ...command, baseVersion: before.baseVersion }) : APPEND
}

function collapseDelete({ own }: Ahead): Coalesced {
  const last = ofKind(own, 'vehicle.delete')
  if (last !== undefined) return { kind: 'same', row: last }
  const unsent = own.filter((row) => !isSent(row))
  const added = ofKind(unsent, 'vehicle.add')
  if (added === undefined) return { kind: 'append', drops: unsent }
  return { kind: 'vanish', row: added, drops: unsent }
}

/** A driver has one default vehicle: an earlier choice that was never sent is pointless, whichever vehicle it named. */
function collapseDefault({ own, all }: Ahead): Coalesced {
  const last = ofKind(all, 'vehicle.set_default')
  if (last !== undefined && own.includes(last)) return { kind: 'same', row: last }
  return { kind: 'append', drops: unsentOf(all, 'vehicle.set_default') }
}

/** What a driver tells twice is one report or message; anything else is another, and none is lost. */
function collapseReport(command: CommandOf<'park.report' | 'contact.send'>, { own }: Ahead): Coalesced {
  const same = own.find((row) => isSameRequest(row.command, command))
  return same === undefined ? APPEND : { kind: 'same', row: same }
}

/**
 * Two taps undo each other where that leaves things as they should be: the provider has it so, or a tap that was sent asks for it. Another
 * phone may have changed what the provider has since the first tap; then the second takes its place.
 */
function collapseFavourite(command: CommandOf<'favourite.add' | 'favourite.remove'>, { own }: Ahead): Coalesced {
  const last = own.at(-1)
  if (last === undefined) return APPEND
  if (last.kind === command.kind) return { kind: 'same', row: last }
  if (isSent(last)) return APPEND
  const sent = own.findLast(isSent)
  const isSoAlready =
    sent === undefined ? command.isHeld === (command.kind === 'favourite.add') : sent.kind === command.kind
  return isSoAlready ? { kind: 'vanish', row: last, drops: [last] } : merge(last, command)
}

/** The whole of it as the driver sees it now: what was never sent says it so. */
function collapseWhole(
  command: CommandOf<'document.dates' | 'review.set' | 'review.report'>,
  { own }: Ahead,
): Coalesced {
  const last = own.at(-1)
  if (last === undefined) return APPEND
  if (!isSent(last)) return merge(last, command)
  return isSameRequest(last.command, command) ? { kind: 'same', row: last } : APPEND
}

/** Pure: only rows that were never sent are merged or dropped, because what was sent may have had its effect. */
export function coalesce(command: QueueableCommand, ahead: Ahead): Coalesced {
  switch (command.kind) {
    case 'booking.extend':
      return collapseExtend(command, ahead)
    case 'booking.cancel':
    case 'vehicle.add':
      return collapseOnce(command, ahead)
    case 'vehicle.edit':
      return collapseEdit(command, ahead)
    case 'vehicle.delete':
      return collapseDelete(ahead)
    case 'vehicle.set_default':
      return collapseDefault(ahead)
    case 'park.report':
    case 'contact.send':
      return collapseReport(command, ahead)
    case 'favourite.add':
    case 'favourite.remove':
      return collapseFavourite(command, ahead)
    case 'document.dates':
    case 'review.set':
    case 'review.report':
      return collapseWhole(command, ahead)
    // A newer picture of the same document takes the place of one that was never sent.
    case 'document.upload':
      return { kind: 'append', drops: unsentOf(ahead.own, command.kind) }
    default:
      return unreachable(command)
  }
}
