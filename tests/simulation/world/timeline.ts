import { MINUTE_MS } from '../../../src/domain/instant.ts'

/** Something that will happen, unless it is called off. */
interface Planned {
  readonly at: number
  readonly order: number
  readonly work: () => Promise<void> | void
  /** False while whoever it belongs to sleeps or is gone. */
  readonly isReady: () => boolean
}

/** The one true time of a world, and what is still to come. */
export interface Timeline {
  /** Epoch milliseconds. */
  now(): number
  /** Returns the way to call it off. */
  after(ms: number, work: () => Promise<void> | void, isReady?: () => boolean): () => void
  /** The earliest that is ready and due by `untilMs`, taken off; time moves to it, never back. */
  takeNext(untilMs: number): Planned['work'] | undefined
  /** Time passes, and nothing happens in it. */
  moveTo(ms: number): void
}

/** Stays begin on a whole minute. */
export const nextMinute = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS

const always = (): boolean => true

const isEarlier = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

export function createTimeline(startMs: number): Timeline {
  let nowMs = startMs
  let count = 0
  let planned: Planned[] = []
  const find = (untilMs: number): Planned | undefined => {
    let first: Planned | undefined
    for (const item of planned)
      if (item.at <= untilMs && item.isReady() && (first === undefined || isEarlier(item, first))) first = item
    return first
  }
  return {
    now: () => nowMs,
    after(ms, work, isReady = always) {
      count += 1
      const item: Planned = { at: nowMs + Math.max(0, ms), order: count, work, isReady }
      planned.push(item)
      return () => {
        planned = planned.filter((other) => other !== item)
      }
    },
    takeNext(untilMs) {
      const item = find(untilMs)
      if (item === undefined) return undefined
      planned = planned.filter((other) => other !== item)
      nowMs = Math.max(nowMs, item.at)
      return item.work
    },
    moveTo(ms) {
      nowMs = Math.max(nowMs, ms)
    },
  }
}
