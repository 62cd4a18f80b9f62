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
 * Back to an instant: the newest copy of the server from before it is unpacked into a folder of its own, PostgreSQL reads its log out of the
 * archive up to the instant, and only then takes this folder the place of the old one, which stays beside it.
 */

/** What was committed up to here is there, and nothing of after. */
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
  // The server may have seen itself as another user: `-o` makes the files ours.
  const tar = spawn('tar', ['-x', '-o', '-f', '-', '-C', into], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(tar, 'close') as Promise<[number | null]>
  const [given] = await Promise.allSettled([pipeline(readStored(archive, file), tar.stdin)])
  const [code] = await ended
  // A pipe that breaks is tar's fault, which it says itself.
  if (given.status === 'rejected' && (given.reason as NodeJS.ErrnoException).code !== 'EPIPE') throw given.reason
  if (code !== 0) throw new Error(`The copy of the server could not be unpacked: ${said.trim()}`)
}

/** As a value of a settings file, where a backslash escapes too. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Makes `into`, which must not be there or be empty, a folder that PostgreSQL, of the version that the copy is of, recovers from when it is
 * started on it. Nothing is left of it where that fails.
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
            // A zone's name is not known yet when the settings are read.
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

/** The last of what PostgreSQL gave as the reason of its end. */
async function readWhy(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n')
  const why = lines.findLast((line) => line.includes('FATAL:'))?.replace(/^.*FATAL: +/, '')
  if (why?.startsWith('recovery ended before configured recovery target') === true)
    return 'the archive has no change of after this instant; "--at latest" takes all there is'
  return why ?? `see ${log}`
}

/** Waits until the server has read its log and is one that writes, on a socket that only we reach, then gives the roles their passwords. */
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

/** False: not up yet, or gone. */
const isConnected = (client: pg.Client): Promise<boolean> =>
  client.connect().then(
    () => true,
    () => false,
  )

/** False: it still reads its log, or ended while it was asked. */
const isWriting = (client: pg.Client): Promise<boolean> =>
  client.query<{ busy: boolean }>('select pg_is_in_recovery() as busy').then(
    ({ rows }) => rows[0]?.busy === false,
    () => false,
  )

/** The passwords of this folder, and no word of the recovery any more. */
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
      // The archive gets to know that history goes on from here, or what is written next would be passed over for what was left behind.
      settings: {
        ...archiveSettings(archive),
        listen_addresses: '',
        unix_socket_directories: socket,
        hba_file: hba,
      },
    }
    const started = await spawnPostgres(folder, port)
    // It writes its process id a moment after it was started.
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
 * Puts the embedded server of `dataDir` back to the instant. Returns where the files of before are now; undefined where there were none.
 * Throws, with nothing changed, while a process works on it or when the archive does not have the instant.
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
