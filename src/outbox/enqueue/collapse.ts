import type { OutboxRow } from '../../db/outbox-row.ts'
import type { QueueableCommand } from '../../domain/commands.ts'
import { unreachable } from '../../lib/assert.ts'

/** What a new command does to those that wait. */
export type Collapse =
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
  /** Both were never sent and undo each other: nothing is left to send. */
  | { readonly kind: 'vanish'; readonly row: OutboxRow; readonly drops: readonly OutboxRow[] }
  /** Builds on a command whose outcome is not known yet. */
  | { readonly kind: 'unknown_ahead' }

const APPEND: Collapse = { kind: 'append', drops: [] }

type Of<K extends QueueableCommand['kind']> = Extract<QueueableCommand, { kind: K }>

interface Ahead {
  /** Waiting rows of the same entity, oldest first. */
  readonly own: readonly OutboxRow[]
  /** All waiting rows. */
  readonly all: readonly OutboxRow[]
}

const isSent = (row: OutboxRow): boolean => row.firstSentAt !== null
const ofKind = (rows: readonly OutboxRow[], kind: QueueableCommand['kind']): OutboxRow | undefined =>
  rows.findLast((row) => row.kind === kind)
const merge = (into: OutboxRow, command: QueueableCommand, drops: readonly OutboxRow[] = []): Collapse => ({
  kind: 'merge',
  into,
  command,
  drops,
})

/** By value: our commands are small and flat, and both sides are written by the same functions. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function collapseExtend(command: Of<'booking.extend'>, { own }: Ahead): Collapse {
  const last = ofKind(own, 'booking.extend')
  if (last === undefined || last.command.kind !== 'booking.extend') return APPEND
  const before = last.command
  if (!isSent(last)) return merge(last, { ...command, baseEnd: before.baseEnd, notAfter: before.notAfter })
  if (isEqual(before, command)) return { kind: 'same', row: last }
  return Date.parse(before.newEnd) === Date.parse(command.baseEnd) ? APPEND : { kind: 'unknown_ahead' }
}

function collapseCancel(command: Of<'booking.cancel'>, { own }: Ahead): Collapse {
  const last = ofKind(own, 'booking.cancel')
  const drops = own.filter((row) => row.kind === 'booking.extend' && !isSent(row))
  if (last === undefined) return { kind: 'append', drops }
  return isSent(last) ? { kind: 'same', row: last } : merge(last, command, drops)
}

function collapseAdd(command: Of<'vehicle.add'>, { own }: Ahead): Collapse {
  const last = ofKind(own, 'vehicle.add')
  if (last === undefined) return APPEND
  return isSent(last) ? { kind: 'same', row: last } : merge(last, command)
}

function collapseEdit(command: Of<'vehicle.edit'>, { own }: Ahead): Collapse {
  const last = own.findLast((row) => row.kind === 'vehicle.edit' || row.kind === 'vehicle.add')
  if (last === undefined) return APPEND
  const before = last.command
  if (isSent(last)) return isEqual(before, command) ? { kind: 'same', row: last } : { kind: 'unknown_ahead' }
  if (before.kind === 'vehicle.add') return merge(last, { ...before, vehicle: command.vehicle })
  return before.kind === 'vehicle.edit' ? merge(last, { ...command, baseVersion: before.baseVersion }) : APPEND
}

function collapseDelete({ own }: Ahead): Collapse {
  const last = ofKind(own, 'vehicle.delete')
  if (last !== undefined) return { kind: 'same', row: last }
  const unsent = own.filter((row) => !isSent(row))
  const added = ofKind(unsent, 'vehicle.add')
  if (added === undefined) return { kind: 'append', drops: unsent }
  return { kind: 'vanish', row: added, drops: unsent.filter((row) => row !== added) }
}

/** A driver has one default vehicle: an earlier choice that was never sent is pointless, whichever vehicle it named. */
function collapseDefault({ own, all }: Ahead): Collapse {
  const last = ofKind(all, 'vehicle.set_default')
  if (last !== undefined && own.includes(last)) return { kind: 'same', row: last }
  return { kind: 'append', drops: all.filter((row) => row.kind === 'vehicle.set_default' && !isSent(row)) }
}

/** Pure: only rows that were never sent are merged or dropped, because what was sent may have had its effect. */
export function collapse(command: QueueableCommand, ahead: Ahead): Collapse {
  switch (command.kind) {
    case 'booking.extend':
      return collapseExtend(command, ahead)
    case 'booking.cancel':
      return collapseCancel(command, ahead)
    case 'vehicle.add':
      return collapseAdd(command, ahead)
    case 'vehicle.edit':
      return collapseEdit(command, ahead)
    case 'vehicle.delete':
      return collapseDelete(ahead)
    case 'vehicle.set_default':
      return collapseDefault(ahead)
    default:
      return unreachable(command)
  }
}
