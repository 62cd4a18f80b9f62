import { invariant, must, unreachable } from '../lib/assert.ts'
import { MINUTE_MS } from './instant.ts'
import { minor } from './money.ts'
import { splitStay, type MeteredStay, type Piece, type WindowOpening } from './tariff-split.ts'
import { TariffLines } from './tariff-lines.ts'
import type { QuoteLine, Tier } from './tariff-types.ts'

/** What the meter says before packages, fees and taxes. */
export interface Metered {
  /** Windows after maxima and caps, events not included. */
  readonly meteredMinor: number
  readonly eventMinor: number
  readonly lines: readonly QuoteLine[]
}

/** What one opening of a window has cost so far. */
interface OpeningState {
  units: number
  flatCharged: boolean
  chargedMinor: number
}

interface CapState {
  period: number | undefined
  chargedMinor: number
}

interface Run {
  readonly stay: MeteredStay
  readonly lines: TariffLines
  readonly openings: Map<unknown, OpeningState>
  readonly caps: readonly CapState[]
}

/**
 * Prices the stay in order of time. Units run from the entry across the whole stay, and a unit belongs to the window in which it
 * starts, so a boundary in the middle of a unit never makes two of it. Each charge is cut by the room left under its opening's
 * maximum and under every cap of its period; as nothing later changes an earlier charge, a longer stay never costs less.
 */
export function meterStay(stay: MeteredStay): Metered {
  invariant(stay.tariff.unitMinutes > 0, 'a unit has a length')
  const run: Run = {
    stay,
    lines: new TariffLines(stay.tariff),
    openings: new Map(),
    caps: stay.tariff.caps.map(() => ({ period: undefined, chargedMinor: 0 })),
  }
  const events = new Set<unknown>()
  let meteredMinor = 0
  let eventMinor = 0
  for (const piece of splitStay(stay)) {
    if (piece.event === undefined) {
      meteredMinor += chargePiece(run, piece)
    } else if (!events.has(piece.event)) {
      events.add(piece.event)
      eventMinor += piece.event.amountMinor
      run.lines.addEvent(piece.event.amountMinor)
    }
  }
  return { meteredMinor: minor(meteredMinor), eventMinor: minor(eventMinor), lines: run.lines.toLines() }
}

function chargePiece(run: Run, piece: Piece): number {
  const unitMs = run.stay.tariff.unitMinutes * MINUTE_MS
  const firstUnit = Math.ceil((piece.fromMs - run.stay.fromMs) / unitMs)
  const units = Math.ceil((piece.toMs - run.stay.fromMs) / unitMs) - firstUnit
  const { opening } = piece
  if (opening === undefined || opening.window.price.kind === 'free') {
    const firstMs = run.stay.fromMs + firstUnit * unitMs
    if (units > 0)
      run.lines.addFree(Math.ceil((Math.min(run.stay.toMs, firstMs + units * unitMs) - firstMs) / MINUTE_MS))
    return 0
  }
  const state = stateOf(run, opening)
  const grossMinor = grossOf(run, opening, units)
  const maximumMinor = opening.window.price.kind === 'unit' ? opening.window.price.maximumMinor : undefined
  const underMaximum = maximumMinor === undefined ? grossMinor : Math.min(grossMinor, maximumMinor - state.chargedMinor)
  run.lines.addMaximum(opening.windowIndex, grossMinor - underMaximum)
  const chargedMinor = applyCaps(run, piece, underMaximum)
  state.chargedMinor += chargedMinor
  return chargedMinor
}

function stateOf(run: Run, opening: WindowOpening): OpeningState {
  const known = run.openings.get(opening.occurrence)
  if (known !== undefined) return known
  const fresh: OpeningState = { units: 0, flatCharged: false, chargedMinor: 0 }
  run.openings.set(opening.occurrence, fresh)
  return fresh
}

/** Adds the lines of the piece and returns their sum before maxima and caps. */
function grossOf(run: Run, { window, windowIndex, occurrence }: WindowOpening, units: number): number {
  const state = must(run.openings.get(occurrence), 'state of an opening')
  switch (window.price.kind) {
    case 'free':
      return 0
    case 'flat': {
      if (state.flatCharged) return 0
      state.flatCharged = true
      run.lines.addFlat(windowIndex, window.price.amountMinor)
      return window.price.amountMinor
    }
    case 'unit': {
      let grossMinor = 0
      for (const { count, unitPriceMinor } of unitsByTier(window.price.tiers, state.units, units)) {
        run.lines.addUnits(windowIndex, unitPriceMinor, count)
        grossMinor += count * unitPriceMinor
      }
      state.units += units
      return minor(grossMinor)
    }
    default:
      return unreachable(window.price)
  }
}

/** Splits `units` more units after `used` ones over the tiers, which are sorted; ordinals count from 1, and 0 means 1. */
function unitsByTier(
  tiers: readonly Tier[],
  used: number,
  units: number,
): { readonly count: number; readonly unitPriceMinor: number }[] {
  return tiers.flatMap((tier, index) => {
    const first = index === 0 ? 1 : tier.fromUnit
    const next = tiers[index + 1]?.fromUnit ?? Number.POSITIVE_INFINITY
    const count = Math.min(used + units + 1, next) - Math.max(used + 1, first)
    return count > 0 ? [{ count, unitPriceMinor: tier.unitPriceMinor }] : []
  })
}

/** Cuts a charge to the least room under any cap of its period; the cut is named after the tightest cap. */
function applyCaps(run: Run, piece: Piece, amountMinor: number): number {
  let tightest: number | undefined
  let chargedMinor = amountMinor
  run.caps.forEach((state, index) => {
    const period = piece.capPeriods[index]
    if (period === undefined) return
    if (state.period !== period) Object.assign(state, { period, chargedMinor: 0 })
    const room = must(run.stay.tariff.caps[index], 'cap').amountMinor - state.chargedMinor
    if (room < chargedMinor) {
      chargedMinor = room
      tightest = index
    }
  })
  if (tightest !== undefined) run.lines.addCap(tightest, amountMinor - chargedMinor)
  run.caps.forEach((state, index) => {
    if (piece.capPeriods[index] !== undefined) state.chargedMinor += chargedMinor
  })
  return chargedMinor
}
