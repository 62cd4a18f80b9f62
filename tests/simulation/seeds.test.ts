import { describe, expect, test } from 'vitest'
import { addTo, type Coverage } from './coverage.ts'
import { describeFailure } from './report.ts'
import { createRulesTarget } from './rules-target/rules-target.ts'
import { runSeed } from './run-seed.ts'
import { shrink } from './shrink.ts'

const SEEDS = 300
/** Keeps each test below a minute, and reports a failure early. */
const BATCH = 50

const target = createRulesTarget()

/** Faults that must occur among the three hundred seeds; without them the seeds would prove less. */
const TROUBLES: readonly string[] = [
  'a second factor is asked for',
  'a tab dies inside a write, kept',
  'a tab dies inside a write, lost',
  'answer without an end',
  'devices: 1',
  'devices: 2',
  'devices: 3',
  'page dies',
  'request arrives twice, answer own',
  'request arrives, answer lost',
  'request arrives, answer of something else',
  'request arrives, answer silence',
  'request arrives, answer spoilt',
  'request does not arrive, answer lost',
  'request does not arrive, answer of something else',
  'request does not arrive, answer silence',
  'step: account',
  'step: clock',
  'step: money',
  'step: outage',
  'step: revoke',
  'step: sleep',
  'step: tariff',
  'step: worker',
  'storage: closed, readonly',
  'storage: full, readwrite',
  'storage: hang, readonly',
  'storage: hang, readwrite',
  'storage: unknown, open',
  'storage: unknown, readonly',
  'tap: sign in',
  'tap: sign out',
  'tap: check in',
  'tap: move',
  'tap: sync gate',
  'too many requests',
]

describe('in every world', () => {
  const coverage: Coverage = new Map()
  const batches = Array.from({ length: SEEDS / BATCH }, (_, index) => 1 + index * BATCH)
  test.each(batches)('no invariant breaks: fifty seeds from %i', { timeout: 120_000 }, async (from) => {
    for (let seed = from; seed < from + BATCH; seed += 1) {
      const result = await runSeed(target, seed)
      addTo(coverage, result.coverage)
      if (result.violation !== undefined) expect.fail(describeFailure(await shrink(target, result)))
    }
  })

  test('every kind of trouble comes in the three hundred', () => {
    expect(TROUBLES.filter((what) => !coverage.has(what))).toEqual([])
  })

  test('the same seed tells the same story twice', { timeout: 60_000 }, async () => {
    for (const seed of [3, 17, 42]) {
      const [first, second] = [await runSeed(target, seed), await runSeed(target, seed)]
      expect(first.trace.length).toBeGreaterThan(10)
      expect(second.trace).toEqual(first.trace)
    }
  })
})
