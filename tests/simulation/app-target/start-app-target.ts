import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../../provider/db/embedded.ts'
import { migrate } from '../../../provider/db/migrate.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import { silentLog } from '../../../src/lib/log.ts'
import type { SimulationTarget } from '../target.ts'
import { createAppDeps } from './app-deps.ts'
import { createAppTarget } from './app-target.ts'

/** Starts a separate database server, which ends when the target is closed. */
export async function startAppTarget(): Promise<SimulationTarget> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baywise-simulation-'))
  const embedded = await startEmbedded({ dataDir, log: silentLog })
  const pool = createPool(embedded.url, { max: 4, log: silentLog })
  await migrate(pool)
  const db = createDatabase(pool)
  return createAppTarget(createAppDeps(db), async () => {
    await db.close()
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
}
