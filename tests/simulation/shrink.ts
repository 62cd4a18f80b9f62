import { runSeed, type SeedResult } from './run-seed.ts'
import type { SimulationTarget } from './target.ts'

/** Maximum number of reruns, enough for a schedule of thirty steps. */
const TRIES = 150

/** Removes steps, in large groups first and then one by one, as long as the same invariant breaks. */
export async function shrink(target: SimulationTarget, failed: SeedResult): Promise<SeedResult> {
  let smallest = failed
  let tries = 0
  for (let size = Math.ceil(failed.schedule.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < smallest.schedule.length && tries < TRIES;) {
      const schedule = smallest.schedule.toSpliced(from, size)
      tries += 1
      const result = await runSeed(target, failed.seed, schedule)
      if (result.violation?.invariant === failed.violation?.invariant) smallest = result
      else from += size
    }
  }
  return smallest
}
