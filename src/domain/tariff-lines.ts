import { must } from '../lib/assert.ts'
import type { QuoteLine, Tariff } from './tariff-types.ts'

interface WindowSums {
  readonly unitsByPrice: Map<number, number>
  flats: number
  flatMinor: number
  maximumMinor: number
}

/**
 * Collects the lines of a stay: one per window and unit price, one per maximum and cap, so that a month-long stay has
 * no more lines than a day. Windows come in the order in which the stay reaches them, each followed by its maximum.
 */
export class TariffLines {
  readonly #tariff: Tariff
  readonly #windows = new Map<number, WindowSums>()
  readonly #capMinor = new Map<number, number>()
  readonly #events: number[] = []
  #freeMinutes = 0

  constructor(tariff: Tariff) {
    this.#tariff = tariff
  }

  addUnits(windowIndex: number, unitPriceMinor: number, count: number): void {
    const { unitsByPrice } = this.#window(windowIndex)
    unitsByPrice.set(unitPriceMinor, (unitsByPrice.get(unitPriceMinor) ?? 0) + count)
  }

  addFlat(windowIndex: number, amountMinor: number): void {
    const sums = this.#window(windowIndex)
    sums.flats += 1
    sums.flatMinor += amountMinor
  }

  addMaximum(windowIndex: number, cutMinor: number): void {
    if (cutMinor > 0) this.#window(windowIndex).maximumMinor += cutMinor
  }

  addCap(capIndex: number, cutMinor: number): void {
    if (cutMinor > 0) this.#capMinor.set(capIndex, (this.#capMinor.get(capIndex) ?? 0) + cutMinor)
  }

  addFree(minutes: number): void {
    this.#freeMinutes += minutes
  }

  addEvent(amountMinor: number): void {
    this.#events.push(amountMinor)
  }

  toLines(): QuoteLine[] {
    const windows = [...this.#windows].flatMap(([index, sums]) => this.#windowLines(index, sums))
    const caps = [...this.#capMinor].map(([index, cutMinor]): QuoteLine => {
      const cap = must(this.#tariff.caps[index], 'cap')
      return { kind: 'cap', cap: cap.kind, hours: cap.kind === 'rolling' ? cap.hours : 24, amountMinor: -cutMinor }
    })
    const free: QuoteLine[] =
      this.#freeMinutes > 0 ? [{ kind: 'free', minutes: this.#freeMinutes, amountMinor: 0 }] : []
    const events = this.#events.map((amountMinor): QuoteLine => ({ kind: 'package', package: 'event', amountMinor }))
    return [...windows, ...caps, ...events, ...free]
  }

  #window(index: number): WindowSums {
    const known = this.#windows.get(index)
    if (known !== undefined) return known
    const fresh: WindowSums = { unitsByPrice: new Map(), flats: 0, flatMinor: 0, maximumMinor: 0 }
    this.#windows.set(index, fresh)
    return fresh
  }

  #windowLines(index: number, sums: WindowSums): QuoteLine[] {
    const { unitMinutes, windows } = this.#tariff
    const { fromMinute, toMinute } = must(windows[index], 'window')
    const lines = [...sums.unitsByPrice].map(([unitPriceMinor, units]): QuoteLine => ({
      kind: 'units',
      units,
      unitMinutes,
      unitPriceMinor,
      amountMinor: units * unitPriceMinor,
    }))
    if (sums.flats > 0) lines.push({ kind: 'flat', amountMinor: sums.flatMinor, fromMinute, toMinute })
    if (sums.maximumMinor > 0) lines.push({ kind: 'maximum', fromMinute, toMinute, amountMinor: -sums.maximumMinor })
    return lines
  }
}
