import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from '../../src/lib/log.ts'
import { type Archive, archiveSettings } from './archive.ts'
import {
  type Connection,
  findFreePort,
  findPostmaster,
  type Folder,
  forgetDeadPid,
  makePassword,
  pause,
  readConnection,
  spawnPostgres,
  type Started,
  stopCluster,
  SUPERUSER,
  toFolder,
  writePrivate,
  type Settings,
} from './cluster.ts'
import { isAlive, withFileLock } from './file-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { ensureServiceRole, SERVICE_ROLE } from './roles.ts'
import { launchUnprivileged } from './unprivileged.ts'

/*
 * One PostgreSQL per data folder, shared by every process of ours that works on it:
 *
 *   absent --initdb--> stopped --start--> running --last user leaves--> stopped
 *                         ^                  | kill -9 of its users: it goes on, the next user joins it
 *                         +--kill -9 of it---+ a live user notices and starts it again on the same port
 *
 * Users are files named by process id in `pg-users`; a file of a dead process counts for nothing.
 */

export interface EmbeddedDatabase {
  /** Connects as the owner. */
  readonly url: string
  /** Connects as the role that answers requests. */
  readonly serviceUrl: string
  /** Leaves; the last user to leave stops PostgreSQL (fast shutdown: transactions in flight roll back). */
  stop(): Promise<void>
}

const toUrl = (connection: Connection, database = 'baywise'): string =>
  `postgres://${SUPERUSER}:${connection.password}@127.0.0.1:${String(connection.port)}/${database}`

const toServiceUrl = ({ port, servicePassword }: Connection): string =>
  `postgres://${SERVICE_ROLE}:${servicePassword}@127.0.0.1:${String(port)}/baywise`

async function canConnect(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ connectionString: toUrl(connection, 'postgres'), connectionTimeoutMillis: 2_000 })
  // A server that dies during the handshake also emits an error; the rejected promise already reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function createCluster(folder: Folder): Promise<void> {
  const { initdb } = await findPostgresBinaries()
  const password = makePassword()
  const passwordFile = `${folder.connection}.new`
  await writePrivate(passwordFile, password)
  await rm(folder.cluster, { recursive: true, force: true })
  const launch = launchUnprivileged(initdb)
  const flags = [
    ...['-D', folder.cluster, '-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]
  await promisify(execFile)(launch.command, [...launch.prefix, ...flags])
  const connection: Connection = { port: await findFreePort(), password, servicePassword: makePassword() }
  await writePrivate(folder.connection, JSON.stringify(connection))
  await rm(passwordFile)
}

/**
 * Starts PostgreSQL and waits until it accepts connections. Retries, because children of a killed server may hold its
 * shared memory briefly.
 */
async function startCluster(folder: Folder, wanted: Connection): Promise<Connection> {
  const deadline = Date.now() + 60_000
  let connection = wanted
  let started: Started | undefined
  const isThere = async (): Promise<boolean> =>
    started?.hasEnded() === false || (await findPostmaster(folder)) !== undefined
  while (Date.now() < deadline) {
    if (!(await isThere())) {
      await forgetDeadPid(folder)
      started = await spawnPostgres(folder, connection.port)
      await pause(100)
    }
    for (let wait = 0; wait < 40; wait += 1) {
      if (await canConnect(connection)) return connection
      if (!(await isThere())) break
      await pause(50)
    }
    if (!(await isThere()) && !(await isPortFree(connection.port))) {
      connection = { ...connection, port: await findFreePort() }
      await writePrivate(folder.connection, JSON.stringify(connection))
    }
    await pause(100)
  }
  throw new Error(`PostgreSQL did not start within 60 s, see ${folder.log}`)
}

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

async function createOwnDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ connectionString: toUrl(connection, 'postgres') })
  await client.connect()
  try {
    // Queried instead of connecting to the database: on a busy machine a connection attempt may time out.
    const { rowCount } = await client.query(`select from pg_database where datname = 'baywise'`)
    if (rowCount !== 0) return
    await ensureServiceRole(client, SERVICE_ROLE, connection.servicePassword)
    await client.query('create database baywise')
  } finally {
    await client.end()
  }
}

/** Creates, starts or joins the PostgreSQL of this folder as needed. Call with the folder's lock held. */
async function ensureRunning(folder: Folder): Promise<Connection> {
  const known = await readConnection(folder)
  if (known === undefined) await createCluster(folder)
  const connection = known ?? (await readConnection(folder))
  if (connection === undefined) throw new Error(`${folder.connection} cannot be read`)
  // A left-over server was started on the port that connection.json names, unless something rewrote that file.
  const running = await startCluster(folder, connection)
  await createOwnDatabase(running)
  return running
}

/**
 * User files of this process. Another file with our process id is left over from a predecessor killed in a container
 * that assigns the same ids.
 */
const ownUsers = new Set<string>()

function isUserAlive(folder: Folder, name: string): boolean {
  const pid = Number.parseInt(name, 10)
  return pid === process.pid ? ownUsers.has(join(folder.users, name)) : isAlive(pid)
}

async function countOtherUsers(folder: Folder): Promise<number> {
  const names = await readdir(folder.users)
  const alive = names.filter((name) => isUserAlive(folder, name))
  await Promise.all(
    names.filter((name) => !alive.includes(name)).map((name) => rm(join(folder.users, name), { force: true })),
  )
  return alive.length
}

/** Restarts a server that died while in use. The port stays the same, so the pool only has to reconnect. */
function watch(folder: Folder, log: Log): NodeJS.Timeout {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    void findPostmaster(folder)
      .then(async (pid) => {
        if (pid !== undefined) return
        log.warn('database.gone', { folder: folder.cluster })
        await withFileLock(folder.lock, () => ensureRunning(folder))
        log.info('database.restarted', {})
      })
      .catch((error: unknown) => log.error('database.restart_failed', { message: String(error) }))
      .finally(() => {
        busy = false
      })
  }, 500)
  timer.unref()
  return timer
}

/**
 * Joins the PostgreSQL of `dataDir`, creating (about 1 s) or starting it (about 0.1 s) as needed. Processes that use
 * the same folder share one server; a folder never has two servers.
 */
export async function startEmbedded(options: {
  readonly dataDir: string
  readonly log: Log
  /** Where the log is archived, so that any moment can be restored. Undefined for no archive. */
  readonly archive?: Archive | undefined
  /** Additional settings for the server, if this call starts it. */
  readonly settings?: Settings
}): Promise<EmbeddedDatabase> {
  const archiving = options.archive === undefined ? {} : archiveSettings(options.archive)
  const folder = toFolder(options.dataDir, { ...archiving, ...options.settings })
  await mkdir(folder.users, { recursive: true, mode: 0o700 })
  const user = join(folder.users, `${String(process.pid)}-${randomBytes(4).toString('hex')}`)
  const connection = await withFileLock(folder.lock, async () => {
    const running = await ensureRunning(folder)
    ownUsers.add(user)
    await writePrivate(user, '')
    return running
  })
  const watcher = watch(folder, options.log)
  return {
    url: toUrl(connection),
    serviceUrl: toServiceUrl(connection),
    async stop() {
      clearInterval(watcher)
      await withFileLock(folder.lock, async () => {
        ownUsers.delete(user)
        await rm(user, { force: true })
        if ((await countOtherUsers(folder)) === 0) await stopCluster(folder)
      })
    },
  }
}
