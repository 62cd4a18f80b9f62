import type pg from 'pg'
import { systemClock } from '../src/lib/clock.ts'
import type { Log } from '../src/lib/log.ts'
import { systemRandom } from '../src/lib/random.ts'
import type { ProviderConfig } from './config.ts'
import type { Archive } from './db/archive.ts'
import { startEmbedded } from './db/embedded.ts'
import { isMigrated, migrate } from './db/migrate.ts'
import { createPool, SERVICE_LIMITS } from './db/pool.ts'
import { mayChangeSchema } from './db/roles.ts'
import { createSeal } from './db/seal.ts'
import { sealStored } from './db/secrets.ts'
import { createDatabase } from './db/transaction.ts'
import type { Database, Queryable } from './db/database.ts'
import { readsFrom } from './db/replica.ts'
import type { ProviderDeps } from './services/deps.ts'
import { createMailer } from './mail/create-mailer.ts'
import { createSqlStore } from './repositories/store.ts'
import { keepAccessKeys } from './services/access-keys.ts'
import { createPassSigner } from './services/pass-signer.ts'
import { createAccessTokens, makeSecret } from './rules/tokens.ts'

export interface OpenDatabase {
  readonly db: Database
  /** For searches: the replica, if there is one. */
  readonly reads: Queryable
  /** Ends the pools, then leaves the embedded server, which stops when its last user leaves. */
  readonly close: () => Promise<void>
}

interface Logins {
  /** Undefined: this process cannot migrate the database. */
  readonly owner: string | undefined
  readonly service: string
  readonly leave: () => Promise<void>
}

async function askWith<T>(url: string, log: Log, ask: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 1, log })
  try {
    return await ask(pool)
  } finally {
    await pool.end()
  }
}

/** The archive for point-in-time recovery. Undefined when none is configured. */
export const archiveOf = ({ archiveDir, backupKeyFile }: ProviderConfig): Archive | undefined =>
  archiveDir === undefined ? undefined : { dir: archiveDir, keyFile: backupKeyFile }

/** Logins from DATABASE_URL, else from the embedded server of DATA_DIR, which is started or joined. */
async function findLogins(config: ProviderConfig, log: Log): Promise<Logins> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir, log, archive: archiveOf(config) })
    return { owner: embedded.url, service: embedded.serviceUrl, leave: () => embedded.stop() }
  }
  const leave = (): Promise<void> => Promise.resolve()
  if (databaseOwnerUrl !== undefined) return { owner: databaseOwnerUrl, service: databaseUrl, leave }
  const isOwner = await askWith(databaseUrl, log, mayChangeSchema)
  return { owner: isOwner ? databaseUrl : undefined, service: databaseUrl, leave }
}

/** Throws, with instructions, when tables are missing and no login here may create them. */
async function migrateAsOwner({ owner, service }: Logins, log: Log): Promise<void> {
  if (owner === undefined) {
    if (await askWith(service, log, isMigrated)) return
    throw new Error('This database lacks tables of this version: set DATABASE_OWNER_URL, or migrate with it first')
  }
  const applied = await askWith(owner, log, (pool) => migrate(pool, owner === service ? undefined : userOf(service)))
  if (applied.length > 0) log.info('database.migrated', { applied })
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username)

async function open(logins: Logins, connect: () => Database, log: Log): Promise<OpenDatabase> {
  try {
    await migrateAsOwner(logins, log)
  } catch (error) {
    await logins.leave()
    throw error
  }
  const db = connect()
  return {
    db,
    reads: db,
    close: async () => {
      await db.close()
      await logins.leave()
    },
  }
}

/**
 * Share of the connections for transactions. More would only wait for locked rows; the other connections keep serving
 * reads.
 */
const SHARE_OF_TRANSACTIONS = 0.6

/** Opens the configured database, migrated, for a process that answers requests: as the service role, with limits. */
export async function openServiceDatabase(config: ProviderConfig, log: Log): Promise<OpenDatabase> {
  const logins = await findLogins(config, log)
  if (logins.owner === logins.service) {
    const problem =
      'DATABASE_URL: its role owns the tables; set DATABASE_OWNER_URL to it, DATABASE_URL to one that does not'
    if (!config.sandbox) throw new Error(problem)
    log.warn('database.owner_serves', { problem })
  }
  const transactions = Math.max(1, Math.round(config.poolSize * SHARE_OF_TRANSACTIONS))
  const pool = (max: number): pg.Pool => createPool(logins.service, { max, log, limits: SERVICE_LIMITS })
  const seal = createSeal(config.keyEncryptionKeys)
  const connect = (): Database =>
    createDatabase(pool(Math.max(1, config.poolSize - transactions)), { transactions: pool(transactions), seal })
  const opened = await open(logins, connect, log)
  try {
    const sealed = await sealStored(opened.db)
    if (sealed > 0) log.info('keys.sealed', { sealed })
  } catch (error) {
    await opened.close()
    throw error
  }
  return config.databaseReplicaUrl === undefined
    ? opened
    : withReplica(opened, config.databaseReplicaUrl, { config, log })
}

/** Does not connect at the start: a provider starts, and answers, without its replica. */
function withReplica(
  { db, close }: OpenDatabase,
  url: string,
  { config, log }: { readonly config: ProviderConfig; readonly log: Log },
): OpenDatabase {
  const replica = createDatabase(createPool(url, { max: config.poolSize, log, limits: SERVICE_LIMITS }), {
    seal: db.seal,
  })
  return {
    db,
    reads: readsFrom({ primary: db, replica, log, now: () => systemClock.now() }),
    close: async () => {
      await replica.close()
      await close()
    },
  }
}

/** Opens the database for an operator's command: as the owner if there is one, and without time limits. */
export async function openOperatorDatabase(config: ProviderConfig, log: Log): Promise<OpenDatabase> {
  const logins = await findLogins(config, log)
  const seal = createSeal(config.keyEncryptionKeys)
  return open(logins, () => createDatabase(createPool(logins.owner ?? logins.service, { max: 4, log }), { seal }), log)
}

export async function createDeps(
  { db, reads }: Pick<OpenDatabase, 'db' | 'reads'>,
  config: ProviderConfig,
  log: Log,
): Promise<ProviderDeps> {
  const clock = systemClock
  return {
    db,
    store: createSqlStore(db, reads),
    clock,
    random: systemRandom,
    makeSecret,
    tokens: createAccessTokens({ clock, keys: keepAccessKeys(db, clock) }),
    config,
    log,
    mailer: createMailer({ config, db, clock, log }),
    signer: await createPassSigner(db),
  }
}
