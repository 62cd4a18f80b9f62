import { must } from '../src/lib/assert.ts'

/** The middle value, of an even number the lower of the two. Throws without values. */
export function median(values: readonly number[]): number {
  return must(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)], 'a value')
}

/** Value of which 95 % are no greater. Throws without values. */
export const p95 = (values: readonly number[]): number =>
  must(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1], 'a value')
