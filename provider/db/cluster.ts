import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from './file-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { launchUnprivileged } from './unprivileged.ts'

/** The files of the embedded PostgreSQL in a data folder. */
export interface Folder {
  readonly cluster: string
  readonly users: string
  readonly lock: string
  readonly connection: string
  readonly log: string
  /** Start-up settings of the server in addition to our own. */
  readonly settings: Settings
}

/** PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string | number>>

export interface Connection {
  readonly port: number
  readonly password: string
  readonly servicePassword: string
}

export const makePassword = (): string => randomBytes(24).toString('base64url')

export const SUPERUSER = 'baywise'

export const toFolder = (dataDir: string, settings: Settings): Folder => {
  const base = resolve(dataDir)
  return {
    cluster: join(base, 'pg'),
    users: join(base, 'pg-users'),
    lock: join(base, 'pg.lock'),
    connection: join(base, 'connection.json'),
    log: join(base, 'pg.log'),
    settings,
  }
}

const pidFile = ({ cluster }: Pick<Folder, 'cluster'>): string => join(cluster, 'postmaster.pid')

export const findFreePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export const readConnection = async (folder: Pick<Folder, 'connection'>): Promise<Connection | undefined> => {
  const text = await readFile(folder.connection, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Connection)
}

export const writePrivate = async (path: string, text: string): Promise<void> => {
  await writeFile(path, text, { mode: 0o600 })
  await chmod(path, 0o600)
}

const readPid = async (folder: Pick<Folder, 'cluster'>): Promise<number | undefined> => {
  const pid = Number.parseInt(await readFile(pidFile(folder), 'utf8').catch(() => ''), 10)
  return Number.isInteger(pid) ? pid : undefined
}

/** Returns the process id in postmaster.pid if it is alive and really PostgreSQL: ids are reused after a reboot. */
export async function findPostmaster(folder: Pick<Folder, 'cluster'>): Promise<number | undefined> {
  const pid = await readPid(folder)
  if (pid === undefined || !isAlive(pid)) return undefined
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') ? pid : undefined
}

/**
 * Removes a dead server's postmaster.pid: its process id may belong to another program by then, and PostgreSQL would
 * refuse to start. A file without a readable id is kept, because a starting server may be about to write one; a server
 * whose file is removed runs on for up to a minute and then stops.
 */
export async function forgetDeadPid(folder: Pick<Folder, 'cluster'>): Promise<void> {
  if ((await readPid(folder)) !== undefined) await rm(pidFile(folder), { force: true })
}

/** `io_method` sync and no parallel workers mean fewer processes, so the whole database stays under 150 MB. */
const flags = (port: number, more: Settings): readonly string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    max_connections: 60,
    max_wal_size: '256MB',
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    huge_pages: 'off',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...more,
  }).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`])

/** A spawned server, which may take a while to write its process id. */
export interface Started {
  hasEnded(): boolean
}

export async function spawnPostgres(
  folder: Pick<Folder, 'cluster' | 'log' | 'settings'>,
  port: number,
): Promise<Started> {
  const { postgres } = await findPostgresBinaries()
  const launch = launchUnprivileged(postgres)
  const log = await open(folder.log, 'a', 0o600)
  // `detached` gives PostgreSQL its own process group: a Ctrl-C must not stop it before the provider has drained.
  const child = spawn(launch.command, [...launch.prefix, '-D', folder.cluster, ...flags(port, folder.settings)], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  await log.close()
  return { hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export async function stopCluster(folder: Pick<Folder, 'cluster'>): Promise<void> {
  const pid = await findPostmaster(folder)
  if (pid === undefined) return
  if (process.platform === 'win32') {
    const { pg_ctl } = await findPostgresBinaries()
    await promisify(execFile)(pg_ctl, ['stop', '-D', folder.cluster, '-m', 'fast'])
    return
  }
  process.kill(pid, 'SIGINT')
  for (let wait = 0; isAlive(pid) && wait < 300; wait += 1) await pause(20)
}
