import { must } from '../src/lib/assert.ts'

/** The middle value; the lower of the two for an even number. Throws when there are no values. */
export function median(values: readonly number[]): number {
  return must(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)], 'a value')
}

/** The value that 95 % do not exceed. Throws when there are no values. */
export const p95 = (values: readonly number[]): number =>
  must(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1], 'a value')
