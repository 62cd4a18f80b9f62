const RANGE = 2 ** 32

/** Drawn ahead: an id takes ten numbers, and asking the system for each was a seventh of what a booking costs the provider's process. */
const words = new Uint32Array(64)
let used = words.length

/** A number from 0 to below 1, unpredictable: keys of writes are made of it. */
export function systemRandom(): number {
  if (used === words.length) {
    crypto.getRandomValues(words)
    used = 0
  }
  const word = words[used] ?? 0
  used += 1
  return word / RANGE
}
