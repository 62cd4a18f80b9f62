/** An ordered queue for very many events; a cancelled one stays in it until its time. */
export interface Agenda {
  now(): number
  after(ms: number, work: () => Promise<void> | void): () => void
  /** Runs everything due within `ms`, one after the other. */
  pass(ms: number): Promise<void>
}

interface Planned {
  readonly at: number
  readonly order: number
  work: (() => Promise<void> | void) | undefined
}

const isEarlier = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** Index at which to insert into a list sorted with the earliest last. */
function placeOf(planned: readonly Planned[], item: Planned): number {
  let [low, high] = [0, planned.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const other = planned[middle]
    if (other !== undefined && isEarlier(item, other)) low = middle + 1
    else high = middle
  }
  return low
}

export function createAgenda(startMs: number): Agenda {
  const planned: Planned[] = []
  let nowMs = startMs
  let count = 0
  return {
    now: () => nowMs,
    after(ms, work) {
      count += 1
      const item: Planned = { at: nowMs + Math.max(0, ms), order: count, work }
      planned.splice(placeOf(planned, item), 0, item)
      return () => {
        item.work = undefined
      }
    },
    async pass(ms) {
      const untilMs = nowMs + ms
      for (let next = planned.at(-1); next !== undefined && next.at <= untilMs; next = planned.at(-1)) {
        planned.pop()
        nowMs = Math.max(nowMs, next.at)
        const done = next.work?.()
        if (done !== undefined) await done
      }
      nowMs = untilMs
    },
  }
}
