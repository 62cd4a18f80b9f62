import { must } from '../src/lib/assert.ts'

/** The middle value, of an even number the lower of the two. Throws without values. */
export function median(values: readonly number[]): number {
  return must(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)], 'a value')
}
