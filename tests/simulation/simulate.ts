import { parseArgs } from 'node:util'
import { openTarget } from './open-target.ts'
import { describeFailure, nameFailure } from './report.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SimulationTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    target: { type: 'string', default: 'rules' },
    /** Failing seeds after which it stops. */
    failures: { type: 'string', default: '3' },
    /** Only which seed breaks what. */
    brief: { type: 'boolean', default: false },
  },
})

const SAY_EVERY = 500

interface Told {
  readonly failed: readonly SeedResult[]
  readonly count: number
  readonly seconds: number
}

async function tellAll(target: SimulationTarget, from: number, seeds: number): Promise<Told> {
  const failed: SeedResult[] = []
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  let count = 0
  while (count < seeds && failed.length < Number(values.failures)) {
    const result = await runSeed(target, from + count)
    count += 1
    if (result.violation !== undefined) failed.push(result)
    if (count % SAY_EVERY === 0) console.info(`${String(count)} seeds, ${(count / seconds()).toFixed(1)} seeds/s`)
  }
  return { failed, count, seconds: seconds() }
}

const target = await openTarget(values.target)
const { failed, count, seconds } = await tellAll(target, Number(values.from), Number(values.seeds))
for (const result of failed)
  console.info(values.brief ? nameFailure(result) : `\n${describeFailure(await shrink(target, result))}\n`)
await target.close()
const rate = (count / seconds).toFixed(1)
console.info(
  `${String(count - failed.length)} passed, ${String(failed.length)} failed: ${seconds.toFixed(1)} s, ${rate} seeds/s`,
)
process.exitCode = failed.length === 0 ? 0 : 1
