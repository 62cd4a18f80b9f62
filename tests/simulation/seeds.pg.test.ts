import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../provider/support/test-database.ts'
import { createAppDeps } from './app-target/app-deps.ts'
import { createAppTarget } from './app-target/app-target.ts'
import { describeFailure } from './report.ts'
import { runSeed } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SimulationTarget } from './target.ts'

const SEEDS = 30

let target: SimulationTarget

beforeAll(async () => {
  const database = await createTestDatabase({ poolSize: 4 })
  target = createAppTarget(createAppDeps(database.db), () => database.drop())
})

afterAll(() => target.close())

test('in every world on the real app and its database no invariant breaks', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const result = await runSeed(target, seed)
    if (result.violation !== undefined) expect.fail(describeFailure(await shrink(target, result)))
  }
})
