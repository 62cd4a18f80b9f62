import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Share {
  readonly from: number
  readonly seeds: number
  readonly workers: number
}

/** Runs equal shares of the seeds in separate processes; resolves with the number of processes that failed. */
export async function runWorkers({ from, seeds, workers }: Share, options: readonly string[]): Promise<number> {
  const size = Math.ceil(seeds / workers)
  const parts = Array.from({ length: workers }, (_, index) => ({
    from: from + index * size,
    seeds: Math.max(0, Math.min(size, seeds - index * size)),
  }))
  const ends = parts.map(async (part) => {
    const own = ['--from', String(part.from), '--seeds', String(part.seeds), ...options]
    const script = new URL('simulate.ts', import.meta.url).pathname
    const worker = spawn(process.execPath, [...process.execArgv, script, ...own], { stdio: 'inherit' })
    const [code] = (await once(worker, 'exit')) as [number | null]
    return code === 0 ? 0 : 1
  })
  return (await Promise.all(ends)).filter((end) => end !== 0).length
}
