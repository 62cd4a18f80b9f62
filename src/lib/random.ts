const WORDS = 2 ** 32

/** A number from 0 to below 1, unpredictable: keys of writes are made of it. */
export const systemRandom = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / WORDS
