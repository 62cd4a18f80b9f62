import { execFileSync, spawn } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '../../provider/db/embedded.ts'
import { silentLog } from '../../src/lib/log.ts'
import { findPostgresPid } from './support/provider-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-embedded-'))
  await chmod(dataDir, 0o700)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = () => startEmbedded({ dataDir, log: silentLog })

test('many starts at once on one new folder share one server, which stops with its last user', async () => {
  const users = await Promise.all([start(), start(), start(), start()])
  expect(new Set(users.map(({ url }) => url)).size).toBe(1)
  const [first, ...others] = users
  await first?.stop()
  expect(await findPostgresPid(dataDir)).toBeDefined()
  await Promise.all(others.map((user) => user.stop()))
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})

test('the password is for the owner’s eyes only', async () => {
  const user = await start()
  const { mode } = await stat(join(dataDir, 'connection.json'))
  expect(mode & 0o777).toBe(0o600)
  await user.stop()
})

test('a process id left behind that is now another program’s does not stop a start', async () => {
  const first = await start()
  const pid = await findPostgresPid(dataDir)
  if (pid === undefined) throw new Error('PostgreSQL is not running')
  process.kill(pid, 'SIGKILL')
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 20000)'])
  const file = join(dataDir, 'pg', 'postmaster.pid')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)))
  const second = await start()
  expect(await findPostgresPid(dataDir)).not.toBe(other.pid)
  other.kill()
  await Promise.all([first.stop(), second.stop()])
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})

test('the file of a killed predecessor with our own process id, as in a container, keeps no database running', async () => {
  const user = await start()
  await writeFile(join(dataDir, 'pg-users', `${String(process.pid)}-00000000`), '')
  await user.stop()
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})

test('a server that is slow to write its process id is waited for, not started a second time', async () => {
  await (await start()).stop()
  const log = join(dataDir, 'pg.log')
  await rm(log)
  // PostgreSQL reads its settings before it writes its process id, so a named pipe among them delays it until a write.
  const settings = join(dataDir, 'pg', 'slow.conf')
  execFileSync('mkfifo', [settings])
  await appendFile(join(dataDir, 'pg', 'postgresql.conf'), `include 'slow.conf'\n`)
  // A reader that closes between the writer's open and its write would kill the writer with SIGPIPE.
  const writing = `trap '' PIPE; sleep 1; while :; do echo "# late" > '${settings}'; done`
  const writer = spawn('sh', ['-c', writing], { detached: true, stdio: 'ignore' })
  try {
    const user = await start()
    const pid = await findPostgresPid(dataDir)
    expect(pid).toBeDefined()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await findPostgresPid(dataDir)).toBe(pid)
    await user.stop()
    // A client that connects between listening and readiness is refused as FATAL too, which `start` waits through.
    const failures = /FATAL(?!: +the database system is starting up)|starting PostgreSQL/g
    expect((await readFile(log, 'utf8')).match(failures)).toEqual(['starting PostgreSQL'])
  } finally {
    if (writer.pid !== undefined) process.kill(-writer.pid, 'SIGKILL')
  }
})
