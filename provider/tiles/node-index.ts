import type { Position } from './street-feature.ts'

const SCALE = 1e7

/**
 * Positions of OpenStreetMap nodes by id, in 16 bytes each: for a city, a Map of objects would need ten times as much.
 */
export class NodeIndex {
  #ids = new Float64Array(1 << 16)
  #lngs = new Int32Array(1 << 16)
  #lats = new Int32Array(1 << 16)
  #count = 0
  #isSorted = true

  get size(): number {
    return this.#count
  }

  add(id: number, [lng, lat]: Position): void {
    if (this.#count === this.#ids.length) this.#grow()
    if (this.#count > 0 && id <= (this.#ids[this.#count - 1] ?? 0)) this.#isSorted = false
    this.#ids[this.#count] = id
    this.#lngs[this.#count] = Math.round(lng * SCALE)
    this.#lats[this.#count] = Math.round(lat * SCALE)
    this.#count += 1
  }

  #grow(): void {
    const length = this.#ids.length * 2
    const grown = <T extends Float64Array | Int32Array>(old: T, fresh: T): T => {
      fresh.set(old)
      return fresh
    }
    this.#ids = grown(this.#ids, new Float64Array(length))
    this.#lngs = grown(this.#lngs, new Int32Array(length))
    this.#lats = grown(this.#lats, new Int32Array(length))
  }

  /** Extracts are usually sorted by id; others are sorted here, once. */
  #sort(): void {
    const order = new Uint32Array(this.#count).map((_, at) => at)
    const ids = this.#ids
    order.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0))
    this.#ids = Float64Array.from(order, (at) => ids[at] ?? 0)
    const [lngs, lats] = [this.#lngs, this.#lats]
    this.#lngs = Int32Array.from(order, (at) => lngs[at] ?? 0)
    this.#lats = Int32Array.from(order, (at) => lats[at] ?? 0)
    this.#isSorted = true
  }

  /** Returns undefined when the extract lacks the node, or when it lies far outside the box. */
  find(id: number): Position | undefined {
    if (!this.#isSorted) this.#sort()
    let low = 0
    let high = this.#count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#ids[middle] ?? 0
      if (found === id) return [(this.#lngs[middle] ?? 0) / SCALE, (this.#lats[middle] ?? 0) / SCALE]
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }
}
