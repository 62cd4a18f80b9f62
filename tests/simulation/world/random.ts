/** A reproducible random stream: the same seed gives the same stream. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `below`. */
  int(below: number): number
  chance(probability: number): boolean
  /** One element of a non-empty list. */
  pick<T>(list: readonly T[]): T
}

/**
 * Hashes several numbers into one, so that neighbouring inputs give unrelated results (the finaliser of MurmurHash3).
 */
export function mix(...parts: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul(hash ^ (part | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const chosen = list[int(list.length)]
      if (chosen === undefined) throw new RangeError('Nothing to pick from')
      return chosen
    },
  }
}
