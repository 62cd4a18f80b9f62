import { describe, expect, test } from 'vitest'
import { describeFailure } from './report.ts'
import { createRulesTarget } from './rules-target/rules-target.ts'
import { runSeed } from './run-seed.ts'
import { shrink } from './shrink.ts'

const SEEDS = 300
/** So that a run says early where it fails, and no test is a minute long. */
const BATCH = 50

const target = createRulesTarget()

describe('in every world', () => {
  const batches = Array.from({ length: SEEDS / BATCH }, (_, index) => 1 + index * BATCH)
  test.each(batches)('no invariant breaks: fifty seeds from %i', { timeout: 120_000 }, async (from) => {
    for (let seed = from; seed < from + BATCH; seed += 1) {
      const result = await runSeed(target, seed)
      if (result.violation !== undefined) expect.fail(describeFailure(await shrink(target, result)))
    }
  })

  test('the same seed tells the same story twice', { timeout: 60_000 }, async () => {
    for (const seed of [3, 17, 42]) {
      const [first, second] = [await runSeed(target, seed), await runSeed(target, seed)]
      expect(first.trace.length).toBeGreaterThan(50)
      expect(second.trace).toEqual(first.trace)
    }
  })
})
