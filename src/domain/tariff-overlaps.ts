import type { RateWindow, Weekday } from './tariff-types.ts'

const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES

interface Run {
  readonly day: Weekday
  readonly fromMinute: number
  readonly toMinute: number
}

/**
 * Returns the part of each opening not covered by earlier windows; undefined if an opening is split into several parts.
 */
function ownRuns(window: RateWindow, taken: Uint8Array): readonly Run[] | undefined {
  const runs: Run[] = []
  const { fromMinute, toMinute } = window
  const length = toMinute > fromMinute ? toMinute - fromMinute : toMinute + DAY_MINUTES - fromMinute
  for (const day of window.days) {
    const first = day * DAY_MINUTES + fromMinute
    const free = Array.from({ length }, (_, minute) => taken[(first + minute) % WEEK_MINUTES] === 0)
    const start = free.indexOf(true)
    if (start === -1) continue
    const end = free.lastIndexOf(true) + 1
    if (free.slice(start, end).includes(false)) return undefined
    const begin = (first + start) % WEEK_MINUTES
    const from = begin % DAY_MINUTES
    runs.push({
      day: Math.floor(begin / DAY_MINUTES) as Weekday,
      ...{ fromMinute: from, toMinute: ((from + end - start - 1) % DAY_MINUTES) + 1 },
    })
  }
  return runs
}

/**
 * Returns windows with the same prices and no overlaps. Where windows overlap, the first applies: imported lists rely
 * on this, which an editor of the list would have to know. A window split in the middle is left as it is, since its
 * units and maximum count across both parts.
 */
export function withoutOverlaps(windows: readonly RateWindow[]): readonly RateWindow[] {
  const taken = new Uint8Array(WEEK_MINUTES)
  return windows.flatMap((window) => {
    const runs = ownRuns(window, taken)
    const length = (window.toMinute - window.fromMinute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
    for (const day of window.days)
      for (let minute = 0; minute < length; minute += 1)
        taken[(day * DAY_MINUTES + window.fromMinute + minute) % WEEK_MINUTES] = 1
    if (runs === undefined) return [window]
    const byTimes = new Map<string, RateWindow>()
    for (const { day, fromMinute, toMinute } of runs) {
      const times = `${String(fromMinute)} ${String(toMinute)}`
      const days = [...(byTimes.get(times)?.days ?? []), day]
      byTimes.set(times, { ...window, days, fromMinute, toMinute })
    }
    return [...byTimes.values()]
  })
}
