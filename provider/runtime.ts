import { systemClock } from '../src/lib/clock.ts'
import type { Log } from '../src/lib/log.ts'
import { systemRandom } from '../src/lib/random.ts'
import type { ProviderConfig } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { keepSecret } from './db/secrets.ts'
import { createDatabase } from './db/transaction.ts'
import type { Database } from './db/database.ts'
import type { ProviderDeps } from './services/deps.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createSqlStore } from './repositories/store.ts'
import { createPassSigner } from './services/pass-signer.ts'
import { createAccessTokens, makeSecret } from './rules/tokens.ts'

export interface OpenDatabase {
  readonly db: Database
  /** Ends the pool, then leaves the embedded server, which stops with its last user. */
  readonly close: () => Promise<void>
}

/** The database of the configuration, migrated: DATABASE_URL, else the embedded one of DATA_DIR, started or joined. */
export async function openDatabase(config: ProviderConfig, log: Log): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  const url = config.databaseUrl ?? embedded?.url
  if (url === undefined) throw new Error('No database')
  const db = createDatabase(createPool(url, { max: config.poolSize, log }))
  try {
    const applied = await migrate(db.pool)
    if (applied.length > 0) log.info('database.migrated', { applied })
  } catch (error) {
    await db.close()
    await embedded?.stop()
    throw error
  }
  return {
    db,
    close: async () => {
      await db.close()
      await embedded?.stop()
    },
  }
}

export async function createDeps(db: Database, config: ProviderConfig, log: Log): Promise<ProviderDeps> {
  const clock = systemClock
  return {
    db,
    store: createSqlStore(db),
    clock,
    random: systemRandom,
    makeSecret,
    tokens: createAccessTokens({ clock, findKey: keepSecret(db, 'access_tokens', makeSecret) }),
    config,
    log,
    mailer: createMailer({ config, db, clock, log }),
    signer: await createPassSigner(db),
  }
}
