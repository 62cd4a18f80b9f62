import { MINUTE_MS } from '../../../src/domain/instant.ts'

/** A planned event, unless it is cancelled. */
interface Planned {
  readonly at: number
  readonly order: number
  readonly work: () => Promise<void> | void
  /** False while its owner sleeps or is gone. */
  readonly isReady: () => boolean
}

/** The true time of a world, and its planned events. */
export interface Timeline {
  /** Epoch milliseconds. */
  now(): number
  /** Returns a function that cancels it. */
  after(ms: number, work: () => Promise<void> | void, isReady?: () => boolean): () => void
  /** Removes and returns the earliest ready event due by `untilMs`; moves time forward to it. */
  takeNext(untilMs: number): Planned['work'] | undefined
  /** Lets time pass without events. */
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
