import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT, mustFindNode } from '../scripts/setup.mjs'
import type { ProviderProcess } from './provider-process.ts'

/** Runs `npm run provider -- …` beside the running provider. */
export async function operate({ dataDir }: ProviderProcess, ...words: readonly string[]): Promise<string> {
  const { DATABASE_URL: _own, ...inherited } = process.env
  const env = { ...inherited, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(mustFindNode(), ['provider/cli/main.ts', ...words], { cwd: ROOT, env })
  return stdout
}
