import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pair } from '../../provider/services/pairing.ts'
import { makeParkCode } from '../../src/domain/code.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { systemRandom } from '../../src/lib/random.ts'
import { drawnModules } from './support/drawn-modules.ts'
import { findPostgresPid, withDatabaseOf } from './support/provider-process.ts'

const CLI = fileURLToPath(new URL('../../provider/cli/main.ts', import.meta.url))
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-cli-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly output: string
}

async function run(...words: string[]): Promise<Ran> {
  const { DATABASE_URL: _unused, ...inherited } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, ...words], {
      env: { ...inherited, DATA_DIR: dataDir },
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const failed = error as { readonly code: number; readonly stdout: string; readonly stderr: string }
    return { code: failed.code, output: failed.stdout + failed.stderr }
  }
}

test('a command works alone: it starts the database, migrates, and stops it', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})

test('a command works beside others on the folder and leaves their database running', async () => {
  await withDatabaseOf(dataDir, async (db) => {
    expect((await run('reconcile')).output).toContain('0 differences')
    expect((await run('keys', 'rotate')).output).toMatch(/signed with key \d+/)
    expect((await run('keys', 'rotate', '--after', '24')).output).toMatch(/^Key \d+ is published/)
    expect((await run('keys', 'rotate', '--soon')).code).toBe(2)
    expect(await db.query('select kid from pass_keys')).toHaveLength(2)
  })
})

test('a malformed line of an import is named with its number, the rest goes in', async () => {
  const file = join(dataDir, 'parks.ndjson')
  const good = {
    source: 'test',
    source_id: '1',
    country_code: 'CA',
    state: 'Ontario',
    city: 'Toronto',
    name: 'Good',
    address: null,
    lat: 43.65,
    lng: -79.38,
    capacity: 5,
    rates_text: null,
    hourly_rate: 2,
    daily_max: null,
    currency: 'CAD',
    height_limit_m: null,
    ev_chargers: null,
    accessible_spaces: null,
    hours_text: null,
    kind: 'lot',
  }
  const nul = { ...good, source_id: '2', name: 'Nul \0 here' }
  // Some editors put a byte order mark before the first line.
  await writeFile(file, `\uFEFF${JSON.stringify(good)}\n{broken\n${JSON.stringify(nul)}\n`)
  const { code, output } = await run('import', file)
  expect(code).toBe(0)
  expect(output).toContain('accepted 1')
  expect(output).toMatch(/line 2: /)
  expect(output).toMatch(/line 3: name/)
})

test('a phone is paired, listed and revoked; the code also comes as a link', async () => {
  const [park] = await withDatabaseOf(dataDir, (db) => db.query<{ code: string }>('select code from parks limit 1'))
  const paired = await run('pair', '--park', park?.code ?? '')
  expect(paired.output).toMatch(/^Pairing code: [0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/m)
  expect(paired.output).toMatch(/^http:\/\/localhost:4173\/check#pair=/m)
  expect(await run('pair', '--park', 'CA00000')).toMatchObject({ code: 1 })
  expect(await run('pair', 'CA00000')).toMatchObject({ code: 2 })
  const deviceId = await withDatabaseOf(dataDir, async (db) => {
    const code = /Pairing code: (\S+)/.exec(paired.output)?.[1] ?? ''
    const phone = { text: code, deviceName: 'Gate A', key: 'key', address: 'unknown' }
    const done = await pair({ db, clock: systemClock, random: systemRandom }, phone)
    return done.ok ? done.value.device.device_id : ''
  })
  expect((await run('attendants', 'list')).output).toMatch(new RegExp(`${deviceId}  Gate A  ${park?.code ?? '-'}`))
  expect(await run('attendants', 'revoke', deviceId)).toMatchObject({ code: 0 })
  expect(await run('attendants', 'revoke', deviceId)).toMatchObject({ code: 1 })
  expect((await run('attendants', 'list')).output).toContain('revoked 20')
})

test('a park has an arrival and a grace of its own, and gives them up again', async () => {
  const [park] = await withDatabaseOf(dataDir, (db) => db.query<{ code: string }>('select code from parks limit 1'))
  const code = park?.code ?? ''
  expect(await run('leeway', code, '30', '20')).toMatchObject({ code: 0 })
  const sql = 'select arrival_minutes, grace_minutes from parks where code = $1'
  const stored = () => withDatabaseOf(dataDir, (db) => db.query(sql, [code]))
  expect(await stored()).toEqual([{ arrival_minutes: 30, grace_minutes: 20 }])
  expect(await run('leeway', code, '30', '-1')).toMatchObject({ code: 2 })
  expect(await run('leeway', code, '241', '20')).toMatchObject({ code: 2 })
  expect(await run('leeway', 'CA00000', '30', '20')).toMatchObject({ code: 1 })
  expect(await stored()).toEqual([{ arrival_minutes: 30, grace_minutes: 20 }])
  expect((await run('leeway', code, 'default')).output).toContain('15 minutes before')
  expect(await stored()).toEqual([{ arrival_minutes: null, grace_minutes: null }])
})

test('an event is planned from a file, postponed and cancelled; what is wrong with the file is said', async () => {
  const [park] = await withDatabaseOf(dataDir, (db) => db.query<{ code: string }>('select code from parks limit 1'))
  const file = join(dataDir, 'event.json')
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const plan = {
    name: 'Night Market',
    venue: 'Rogers Centre',
    city: 'Toronto',
    country_code: 'CA',
    lat: 43.64,
    lng: -79.39,
    timezone: 'America/Toronto',
    starts_at: `${day}T18:00:00-05:00`,
    ends_at: `${day}T22:00:00-05:00`,
    parking_from: `${day}T17:00:00-05:00`,
    parking_until: `${day}T23:00:00-05:00`,
    parks: [{ code: park?.code ?? '', held: 2, price: '25.00' }],
  }
  const add = async (changes: object) => {
    await writeFile(file, JSON.stringify({ ...plan, ...changes }))
    return run('events', 'add', file)
  }
  expect((await add({ timezone: 'Mars/Olympus' })).output).toContain('timezone: no IANA zone')
  expect((await add({ parks: [{ code: 'CA00000', held: 1, price: '1' }] })).output).toContain(
    'No car park has the code',
  )
  expect((await add({ parks: [{ ...plan.parks[0], price: 'free' }] })).output).toContain('Not an amount in CAD')
  expect((await add({ parks: [{ ...plan.parks[0], held: 50 }] })).output).toContain('has only 5 spaces')
  expect(await run('events', 'list')).toMatchObject({ code: 0, output: expect.stringContaining('No event') as string })
  const [code = ''] = /EV\w{6}/.exec((await add({})).output) ?? []
  expect((await run('events', 'list')).output).toContain(`${code}  ${day}T23:00:00Z  scheduled  public`)
  const later = new Date(Date.parse(plan.starts_at) + 7 * 86_400_000).toISOString().replace('.000', '')
  expect((await run('events', 'postpone', code, later)).output).toContain(`starts at ${later}`)
  expect(await run('events', 'postpone', code, 'tomorrow')).toMatchObject({ code: 2 })
  expect((await run('events', 'access', code, 'Harbour-2026')).output).toContain('private')
  expect(await run('events', 'access', code, '------')).toMatchObject({ code: 1 })
  expect((await run('events', 'access', code.toLowerCase(), 'none')).output).toContain('public')
  expect((await run('events', 'cancel', code.toLowerCase())).output).toContain('given back: 0')
  expect(await run('events', 'cancel', 'EV000000')).toMatchObject({ code: 1 })
})

test('what referral gives is set per country', async () => {
  expect(await run('referrals', 'set', 'CA', '5', '4.50', '3', '5')).toMatchObject({ code: 0 })
  expect((await run('referrals', 'list')).output).toContain('CA  C$5.00 and C$4.50  from a stay of C$3.00')
  expect(await run('referrals', 'set', 'CA', 'five', '4', '3', '5')).toMatchObject({ code: 1 })
  expect(await run('referrals', 'give')).toMatchObject({ code: 2 })
})

test('a sign is printed for a park that there is, and its code is what the page shows as modules', async () => {
  const [park] = await withDatabaseOf(dataDir, (db) => db.query<{ code: string }>('select code from parks limit 1'))
  const code = park?.code ?? ''
  const out = join(dataDir, 'sign.pdf')
  const { output, code: exit } = await run('sign', code.toLowerCase(), '--out', out, '--size', 'A5')
  expect(exit).toBe(0)
  const [link = ''] = /^http:\/\/localhost:4173\/park\/\S+$/m.exec(output) ?? []
  expect(link).toMatch(new RegExp(`/park/${code}\\?s=[\\w-]{92}$`))
  expect(drawnModules(await readFile(out)).modules).toEqual(encode(link, { ecc: 'M', boostEcc: true, border: 0 }).data)
  expect(output).toContain('demo sign')
  expect(await run('sign', 'CA00000')).toMatchObject({ code: 1 })
  expect(await run('sign', makeParkCode('SN', Uint8Array.of(31, 30, 29, 28)))).toMatchObject({ code: 1 })
  expect(await run('sign', code, '--size', 'A0')).toMatchObject({ code: 2 })
  expect(await run('sign', code, code)).toMatchObject({ code: 2 })
  expect((await run('sign-keys', 'list')).output).toMatch(/^key 1 {2}made 20/)
})

test('a backup is restored, a missing file is said', async () => {
  const file = join(dataDir, 'all.backup')
  expect(await run('backup', file)).toMatchObject({ code: 0, output: expect.stringContaining('NOT encrypted') })
  expect(await run('restore', file)).toMatchObject({ code: 0 })
  const none = join(dataDir, 'none')
  expect(await run('restore', none)).toEqual({ code: 1, output: `There is no file ${none}\n` })
  const foreign = join(dataDir, 'foreign')
  await writeFile(foreign, 'something else')
  expect(await run('restore', foreign)).toEqual({ code: 65, output: 'This file is not a Baywise backup\n' })
})

test('with a key file backups are encrypted, and what does not fit is said with an exit code of its own', async () => {
  const [file, plain, keys] = [join(dataDir, 'sealed'), join(dataDir, 'all.backup'), join(dataDir, 'backup.key')]
  vi.stubEnv('BACKUP_KEY_FILE', keys)
  await writeFile(keys, 'no key')
  expect(await run('backup', file)).toMatchObject({ code: 78, output: expect.stringContaining('32 bytes in base64') })
  await writeFile(keys, `# of the test\n${'A'.repeat(43)}=\n`)
  expect(await run('backup', file)).toEqual({ code: 0, output: `Backup written to ${file}, encrypted.\n` })
  expect(await run('restore', file)).toMatchObject({ code: 0 })
  expect(await run('restore', plain)).toMatchObject({ code: 65, output: expect.stringContaining('not encrypted') })
  await writeFile(keys, `${'B'.repeat(43)}=\n`)
  expect(await run('restore', file)).toMatchObject({
    code: 78,
    output: expect.stringContaining('a key that is not in'),
  })
  vi.unstubAllEnvs()
})

test('an unknown command is told how', async () => {
  expect(await run('frobnicate')).toMatchObject({ code: 2 })
  expect((await run('import')).output).toContain('import FILE')
})
