import { parseArgs } from 'node:util'
import { addTo, type Coverage, describeCoverage } from './coverage.ts'
import { openTarget } from './open-target.ts'
import { describeFailure, nameFailure } from './report.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { shrink } from './shrink.ts'
import { runWorkers } from './simulate-workers.ts'
import type { SimulationTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    target: { type: 'string', default: 'rules' },
    /** Number of failing seeds after which to stop. */
    failures: { type: 'string', default: '3' },
    /** Number of processes that share the seeds. */
    workers: { type: 'string', default: '1' },
    /** Prints only which seed breaks which invariant. */
    brief: { type: 'boolean', default: false },
  },
})

const SAY_EVERY = 500

interface Told {
  readonly failed: readonly SeedResult[]
  readonly count: number
  readonly coverage: Coverage
}

/** Measures speed from now on, by wall clock and by CPU time of this process with its threads. */
function startClock(): (count: number) => string {
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  return (count) => {
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpuStart)
    const cpuSeconds = (user + system) / 1e6
    const rates = `${(count / seconds).toFixed(1)} seeds/s, ${(count / cpuSeconds).toFixed(1)} seeds a second of one core`
    return `${seconds.toFixed(1)} s, ${rates}`
  }
}

async function tellAll(target: SimulationTarget, say: ReturnType<typeof startClock>): Promise<Told> {
  const [from, seeds, most] = [Number(values.from), Number(values.seeds), Number(values.failures)]
  const failed: SeedResult[] = []
  const coverage: Coverage = new Map()
  let count = 0
  while (count < seeds && failed.length < most) {
    const result = await runSeed(target, from + count)
    count += 1
    addTo(coverage, result.coverage)
    if (result.violation !== undefined) failed.push(result)
    if (count % SAY_EVERY === 0) console.info(`${String(count)} seeds: ${say(count)}`)
  }
  return { failed, count, coverage }
}

async function simulate(): Promise<number> {
  const target = await openTarget(values.target)
  const say = startClock()
  const { failed, count, coverage } = await tellAll(target, say)
  const speed = say(count)
  for (const result of failed)
    console.info(values.brief ? nameFailure(result) : `\n${describeFailure(await shrink(target, result))}\n`)
  await target.close()
  if (!values.brief) console.info(`what happened in them:\n${describeCoverage(coverage)}`)
  console.info(`${String(count - failed.length)} passed, ${String(failed.length)} failed: ${speed}`)
  return failed.length
}

const { target, failures } = values
const failed =
  values.workers === '1'
    ? await simulate()
    : await runWorkers({ from: Number(values.from), seeds: Number(values.seeds), workers: Number(values.workers) }, [
        ...['--target', target, '--failures', failures],
      ])
process.exitCode = failed === 0 ? 0 : 1
