import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type Archive, archiveSettings, listBases, readStored, restoreCommand } from './archive.ts'
import {
  type Connection,
  findFreePort,
  findPostmaster,
  type Folder,
  makePassword,
  pause,
  readConnection,
  spawnPostgres,
  stopCluster,
  SUPERUSER,
  toFolder,
  writePrivate,
} from './cluster.ts'
import { withFileLock } from './file-lock.ts'
import { SERVICE_ROLE } from './roles.ts'
import { isMissing } from './missing-file.ts'

/*
 * Point-in-time recovery: the newest copy of the server from before the instant is unpacked into a separate folder, and
 * PostgreSQL replays its log from the archive up to the instant. Only then does this folder replace the old one, which
 * is kept beside it.
 */

/** Everything committed up to this instant is restored, and nothing later. */
type Instant = number | 'latest'

export interface Wanted {
  readonly archive: Archive
  readonly at: Instant
}

const toText = (atMs: number): string => new Date(atMs).toISOString()

async function findBase({ archive, at }: Wanted): Promise<string> {
  const bases = await listBases(archive.dir)
  const base = at === 'latest' ? bases.at(-1) : bases.findLast(({ atMs }) => atMs <= at)
  if (base !== undefined) return base.file
  const [oldest] = bases
  throw new Error(
    oldest === undefined
      ? `There is no copy of a server in ${archive.dir}`
      : `The archive begins at ${toText(oldest.atMs)}: nothing before that can be put back`,
  )
}

async function unpack(archive: Archive, file: string, into: string): Promise<void> {
  // The copied server may have run as another user: `-o` makes us the owner of the files.
  const tar = spawn('tar', ['-x', '-o', '-f', '-', '-C', into], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(tar, 'close') as Promise<[number | null]>
  const [given] = await Promise.allSettled([pipeline(readStored(archive, file), tar.stdin)])
  const [code] = await ended
  // EPIPE means that tar failed, and tar reports its own error.
  if (given.status === 'rejected' && (given.reason as NodeJS.ErrnoException).code !== 'EPIPE') throw given.reason
  if (code !== 0) throw new Error(`The copy of the server could not be unpacked: ${said.trim()}`)
}

/** Quotes a value of a settings file, where a backslash is an escape too. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Makes `into`, which must be missing or empty, a folder from which PostgreSQL recovers when started on it; the
 * PostgreSQL version must be that of the copy. Removes the folder when it fails.
 */
export async function unpackBase({ archive, at }: Wanted, into: string): Promise<void> {
  const base = await findBase({ archive, at })
  await mkdir(into, { recursive: true, mode: 0o700 })
  if ((await readdir(into)).length > 0) throw new Error(`${into} is not empty`)
  try {
    await unpack(archive, base, into)
    const settings = [
      `restore_command = ${quote(restoreCommand(archive))}`,
      ...(at === 'latest'
        ? []
        : [
            // Zone names are not loaded yet when PostgreSQL reads its settings.
            `recovery_target_time = ${quote(toText(at).replace('Z', '+00'))}`,
          ]),
      `recovery_target_action = 'promote'`,
    ]
    await appendFile(join(into, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
    await writeFile(join(into, 'recovery.signal'), '')
  } catch (error) {
    await rm(into, { recursive: true, force: true })
    throw error
  }
}

const RECOVERY = ['restore_command', 'recovery_target_time', 'recovery_target_action'] as const

/** Returns the last reason PostgreSQL logged for its exit. */
async function readWhy(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n')
  const why = lines.findLast((line) => line.includes('FATAL:'))?.replace(/^.*FATAL: +/, '')
  if (why?.startsWith('recovery ended before configured recovery target') === true)
    return 'the archive has no change of after this instant; "--at latest" takes all there is'
  return why ?? `see ${log}`
}

/**
 * Waits until the server has replayed its log and accepts writes, over a private socket, then sets the passwords of the
 * roles.
 */
async function finish(
  folder: Pick<Folder, 'cluster' | 'log'>,
  place: { socket: string; port: number },
  connection: Connection,
): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: place.socket, port: place.port, user: SUPERUSER, database: 'postgres' })
    client.on('error', () => undefined)
    try {
      if ((await isConnected(client)) && (await isWriting(client))) {
        await hand(client, connection)
        return
      }
    } finally {
      await client.end().catch(() => undefined)
    }
    if ((await findPostmaster(folder)) === undefined)
      throw new Error(`The server could not be put back: ${await readWhy(folder.log)}`)
    await pause(200)
  }
}

/** False when the server is not up yet, or gone. */
const isConnected = (client: pg.Client): Promise<boolean> =>
  client.connect().then(
    () => true,
    () => false,
  )

/** False while the server replays its log, or when it exits during the query. */
const isWriting = (client: pg.Client): Promise<boolean> =>
  client.query<{ busy: boolean }>('select pg_is_in_recovery() as busy').then(
    ({ rows }) => rows[0]?.busy === false,
    () => false,
  )

/** Sets this folder's passwords and removes the recovery settings. */
async function hand(client: pg.Client, { password, servicePassword }: Connection): Promise<void> {
  const passwords = [
    [SUPERUSER, password],
    [SERVICE_ROLE, servicePassword],
  ] as const
  for (const [role, secret] of passwords) await client.query(`alter role ${role} password ${pg.escapeLiteral(secret)}`)
  for (const name of RECOVERY) await client.query(`alter system reset ${name}`)
}

async function recover(archive: Archive, cluster: string, connection: Connection): Promise<void> {
  const socket = await mkdtemp(join(tmpdir(), 'baywise-recovery-'))
  try {
    const hba = join(socket, 'hba.conf')
    await writeFile(hba, 'local all all trust\n')
    const port = await findFreePort()
    const folder = {
      cluster,
      log: join(socket, 'pg.log'),
      // Archives the new timeline: otherwise a later recovery would replay the abandoned log instead of what is written
      // from here on.
      settings: {
        ...archiveSettings(archive),
        listen_addresses: '',
        unix_socket_directories: socket,
        hba_file: hba,
      },
    }
    const started = await spawnPostgres(folder, port)
    // PostgreSQL writes its process id a moment after it starts.
    while (!started.hasEnded() && (await findPostmaster(folder)) === undefined) await pause(50)
    try {
      await finish(folder, { socket, port }, connection)
    } finally {
      await stopCluster(folder)
    }
  } finally {
    await rm(socket, { recursive: true, force: true })
  }
}

async function makeConnection(): Promise<Connection> {
  return { port: await findFreePort(), password: makePassword(), servicePassword: makePassword() }
}

/**
 * Restores the embedded server of `dataDir` to the instant. Returns where the previous files are kept, or undefined if
 * there were none. Throws, with nothing changed, when a process is using the folder or the archive does not reach the
 * instant.
 */
export async function recoverEmbedded(wanted: Wanted, dataDir: string): Promise<string | undefined> {
  const folder = toFolder(dataDir, {})
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 })
  return withFileLock(folder.lock, async () => {
    if ((await findPostmaster(folder)) !== undefined)
      throw new Error(`A process works on ${resolve(dataDir)}: stop it first`)
    const fresh = `${folder.cluster}.recovered`
    await rm(fresh, { recursive: true, force: true })
    const connection = (await readConnection(folder)) ?? (await makeConnection())
    await unpackBase(wanted, fresh)
    try {
      await recover(wanted.archive, fresh, connection)
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      throw error
    }
    const before = `${folder.cluster}.before-${toText(Date.now()).replaceAll(':', '-')}`
    const hadOne = await rename(folder.cluster, before).then(
      () => true,
      (error: unknown) => {
        if (!isMissing(error)) throw error
        return false
      },
    )
    await rename(fresh, folder.cluster)
    await writePrivate(folder.connection, JSON.stringify(connection))
    return hadOne ? before : undefined
  })
}
