import { ProviderProcess } from '../e2e/provider-process.ts'
import { ensureBuild } from '../scripts/setup.mjs'
import { DemoDriver } from './demo-driver.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

/** Below the number of top-ups that one driver may start per minute. */
const RUNS = 9
const ADDED_AT_MOST_MS = 20

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/**
 * Starts a top-up over HTTP in the sandbox, whose gateway answers inside the provider: nearly all of the time is what
 * the product adds to a gateway's own.
 */
export async function benchWallet(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const provider = await ProviderProcess.start()
  try {
    const driver = await DemoDriver.signIn(provider.url)
    const samples: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const ms = await timeOf(() => driver.post('/wallet/add-funds', { amount: 1_000, currency: 'CAD' }))
      // The first run warms connections and plans.
      if (run > 0) samples.push(ms)
    }
    return [
      limited({
        name: 'add-funds, sandbox gateway',
        value: median(samples),
        unit: 'ms',
        digits: 1,
        atMost: ADDED_AT_MOST_MS,
      }),
    ]
  } finally {
    await provider.stop()
  }
}
