import { invariant, must, unreachable } from '../lib/assert.ts'
import { MINUTE_MS, type Instant } from './instant.ts'
import { minor } from './money.ts'
import type { StaySpan } from './previous-stay.ts'
import { splitStay, type Piece, type WindowOpening } from './tariff-split.ts'
import { TariffLines } from './tariff-lines.ts'
import type { QuoteLine, Tariff, Tier } from './tariff-types.ts'

/** A visit metered as one stay. The meter stops between two spans, while the car is away. */
export interface MeteredVisit {
  readonly tariff: Tariff
  readonly zone: string
  /** The first entry. */
  readonly entryMs: Instant
  /** In order of time, after the free first minutes are removed. */
  readonly spans: readonly StaySpan[]
}

/** Metered price before packages, fees and taxes. */
export interface Metered {
  /** Windows after maxima and caps, without events. */
  readonly meteredMinor: number
  readonly eventMinor: number
  readonly lines: readonly QuoteLine[]
}

/** Cost so far of one opening of a window. */
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
  readonly tariff: Tariff
  /** Total length of all spans. */
  readonly lengthMs: number
  readonly lines: TariffLines
  /** Keyed by window and day. */
  readonly openings: Map<string, OpeningState>
  readonly caps: readonly CapState[]
}

/** A piece with its position on the visit's clock, which runs only while the car is there. */
interface ClockedPiece extends Piece {
  readonly clockMs: number
}

function piecesOf({ spans, ...visit }: MeteredVisit): ClockedPiece[] {
  let beforeMs = 0
  return spans.flatMap(({ from, to }) => {
    const startMs = beforeMs
    beforeMs += to - from
    return splitStay({ ...visit, fromMs: from, toMs: to }).map((piece) => ({
      ...piece,
      clockMs: startMs + piece.fromMs - from,
    }))
  })
}

/**
 * Prices the stay in order of time. Units are counted from the entry across the whole stay, and a unit belongs to the
 * window in which it starts, so a window boundary never splits a unit. Each charge is limited by the room left under
 * its opening's maximum and under every cap of its period. Later charges never change earlier ones, so a longer stay
 * never costs less.
 */
export function meterStay(visit: MeteredVisit): Metered {
  const { tariff } = visit
  invariant(tariff.unitMinutes > 0, 'a unit has a length')
  const run: Run = {
    tariff,
    lengthMs: visit.spans.reduce((sum, { from, to }) => sum + to - from, 0),
    lines: new TariffLines(tariff),
    openings: new Map(),
    caps: tariff.caps.map(() => ({ period: undefined, chargedMinor: 0 })),
  }
  const events = new Set<unknown>()
  let meteredMinor = 0
  let eventMinor = 0
  for (const piece of piecesOf(visit)) {
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

function chargePiece(run: Run, piece: ClockedPiece): number {
  const unitMs = run.tariff.unitMinutes * MINUTE_MS
  const firstUnit = Math.ceil(piece.clockMs / unitMs)
  const units = Math.ceil((piece.clockMs + piece.toMs - piece.fromMs) / unitMs) - firstUnit
  const { opening } = piece
  if (opening === undefined || opening.window.price.kind === 'free') {
    const firstMs = firstUnit * unitMs
    if (units > 0)
      run.lines.addFree(Math.ceil((Math.min(run.lengthMs, firstMs + units * unitMs) - firstMs) / MINUTE_MS))
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

function stateOf(run: Run, { windowIndex, occurrence }: WindowOpening): OpeningState {
  const key = `${windowIndex.toString()} ${occurrence.dayNumber.toString()}`
  const known = run.openings.get(key)
  if (known !== undefined) return known
  const fresh: OpeningState = { units: 0, flatCharged: false, chargedMinor: 0 }
  run.openings.set(key, fresh)
  return fresh
}

/** Adds the lines of the piece and returns their sum before maxima and caps. */
function grossOf(run: Run, opening: WindowOpening, units: number): number {
  const { window, windowIndex } = opening
  const state = stateOf(run, opening)
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

/**
 * Splits `units` further units, after the first `used`, over the sorted tiers; ordinals count from 1, and 0 means 1.
 */
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

/** Limits a charge to the smallest room under any cap of its period; the reduction is named after the tightest cap. */
function applyCaps(run: Run, piece: Piece, amountMinor: number): number {
  let tightest: number | undefined
  let chargedMinor = amountMinor
  run.caps.forEach((state, index) => {
    const period = piece.capPeriods[index]
    if (period === undefined) return
    if (state.period !== period) Object.assign(state, { period, chargedMinor: 0 })
    const room = must(run.tariff.caps[index], 'cap').amountMinor - state.chargedMinor
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
