import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../../../provider/db/cluster.ts'
import { startEmbedded } from '../../../provider/db/embedded.ts'
import { migrate } from '../../../provider/db/migrate.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { SERVICE_ROLE } from '../../../provider/db/roles.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import type { Database } from '../../../provider/db/database.ts'
import { silentLog } from '../../../src/lib/log.ts'

const SERVER = fileURLToPath(new URL('../../../provider/server.ts', import.meta.url))

export interface ProviderProcess {
  readonly child: ChildProcess
  /** Resolves with the exit code or the signal. */
  readonly exited: Promise<number | NodeJS.Signals>
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Starts the real server as its own process; resolves once the server reports that it is ready. */
export function spawnProvider(options: {
  readonly dataDir: string
  readonly port: number
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>
}): Promise<ProviderProcess> {
  const { DATABASE_URL: _unused, ...inherited } = process.env
  const env = {
    ...inherited,
    DATA_DIR: options.dataDir,
    PORT: String(options.port),
    STREETS: 'none',
    REQUESTS_PER_MINUTE_PER_ADDRESS: '0',
    REQUESTS_PER_MINUTE_PER_USER: '0',
    ...options.settings,
  }
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)),
  )
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes('Baywise ready: ')) resolve({ child, exited })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`The provider ended before it was ready:\n${output}`)))
  })
}

/** Returns the process id of a data folder's PostgreSQL; undefined when none is running. */
export async function findPostgresPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) ? pid : undefined
}

/** Works on the database of a data folder, whether or not a provider is running on it. */
export async function withDatabaseOf<T>(
  dataDir: string,
  work: (db: Database) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  const embedded = await startEmbedded({ dataDir, log: silentLog, settings })
  const db = createDatabase(createPool(embedded.url, { max: 2, log: silentLog }))
  try {
    await migrate(db.pool, SERVICE_ROLE)
    return await work(db)
  } finally {
    await db.close()
    await embedded.stop()
  }
}
