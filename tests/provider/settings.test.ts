import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { printConfig } from '../../provider/cli/config.ts'
import { readConfig } from '../../provider/config.ts'
import { findStartProblems } from '../../provider/rules/start-checks.ts'
import { SETTINGS } from '../../provider/settings.ts'

const CLI = fileURLToPath(new URL('../../provider/cli/main.ts', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url))
const KEY = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='

/** For each variable a valid value, invalid values, and the message for those. */
const CASES: Readonly<Record<string, readonly [right: string, wrong: readonly string[], must: string]>> = {
  PORT: ['8080', ['0', '65536', '80a', '-1', '8080.5'], 'must be a whole number from 1 to 65535'],
  HOST: ['::', ['http://0.0.0.0', 'two hosts'], 'must be an address of this machine'],
  PUBLIC_URL: [
    'https://park.example',
    ['park.example', 'ftp://park.example'],
    'must be an address that begins with http',
  ],
  DATA_DIR: ['/var/lib/baywise', [DOCUMENT], 'must be a folder'],
  DIST_DIR: ['/srv/baywise/dist', [DOCUMENT], 'must be a folder'],
  DATABASE_URL: [
    'postgres://a:b@db/baywise',
    ['mysql://db/baywise', 'db'],
    'must be an address that begins with postgres',
  ],
  DATABASE_OWNER_URL: ['postgresql://o@db/baywise', ['localhost:5432'], 'must be an address that begins with postgres'],
  DATABASE_REPLICA_URL: ['postgres://r@db/baywise', ['http://db'], 'must be an address that begins with postgres'],
  DATABASE_POOL: ['16', ['1', 'many', '1001'], 'must be a whole number from 2 to 1000'],
  KEY_ENCRYPTION_KEY: [KEY, ['secret', `${KEY},short`], 'must be 32 bytes in base64'],
  ARCHIVE_DIR: ['/mnt/archive', [DOCUMENT], 'must be a folder'],
  BACKUP_KEY_FILE: [DOCUMENT, ['/no/such/key', '/tmp'], 'must be a file that is there'],
  SANDBOX: ['0', ['maybe', '2'], 'is 1 or 0'],
  SMTP_URL: [
    'smtps://u:p@mail.example',
    ['mail.example', 'https://mail.example'],
    'must be an address that begins with smtp',
  ],
  MAIL_FROM: ['Baywise <no-reply@park.example>', ['Baywise', 'Baywise <no-reply>'], 'must be an email address'],
  CONTACT_EMAIL: ['help@park.example', ['help', 'help@park'], 'must be an email address'],
  OCCUPANCY_FEEDS: [
    'parkapi:green=https://feeds.example/p.json',
    ['https://feeds.example'],
    'takes FORMAT:SOURCE=ADDRESS',
  ],
  PAYSTACK_SECRET_KEY: ['sk_test', ['sk test'], 'must be one word'],
  PAYSTACK_PUBLIC_KEY: ['pk_test', ['pk test'], 'must be one word'],
  PAYSTACK_URL: ['https://pay.example', ['pay.example'], 'must be an address'],
  WAVE_API_KEY: ['wave', ['wa ve'], 'must be one word'],
  WAVE_WEBHOOK_SECRET: ['secret', ['sec\nret'], 'must be one word'],
  WAVE_URL: ['https://wave.example', ['//wave.example'], 'must be an address'],
  STRIPE_SECRET_KEY: ['sk_test', ['sk test'], 'must be one word'],
  STRIPE_PUBLISHABLE_KEY: ['pk_test', ['pk test'], 'must be one word'],
  STRIPE_WEBHOOK_SECRET: ['whsec', ['wh sec'], 'must be one word'],
  STRIPE_URL: ['https://stripe.example', ['stripe'], 'must be an address'],
  TRUST_PROXY: ['10.0.0.0/8', ['1', 'proxy.example', '10.0.0.0/33'], 'takes networks'],
  GEO_COUNTRY_HEADER: ['CF-IPCountry', ['CF IPCountry', 'a:b'], 'must be the name of a header'],
  GEO_DATABASE: [DOCUMENT, ['/no/such/file.csv', '/tmp'], 'must be a file that is there'],
  GEO_SERVICES: ['ipwho.is', ['ip.example'], 'knows ipapi.co'],
  REQUESTS_PER_MINUTE_PER_ADDRESS: ['0', ['-1', '1e3'], 'must be a whole number'],
  REQUESTS_PER_MINUTE_PER_USER: ['600', ['none'], 'must be a whole number'],
  METRICS_NETWORKS: ['10.0.0.0/8', ['monitor.example'], 'takes networks'],
  METRICS_TOKEN: ['figures', ['two words'], 'must be one word'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://collector:4318', ['collector:4318'], 'must be an address'],
  OTEL_EXPORTER_OTLP_HEADERS: ['x-team=parking', ['x-team', 'a b=c', 'x=%zz'], 'takes NAME=VALUE'],
  OTEL_TRACES_SAMPLER_ARG: ['0.1', ['10%', '2', '-1'], 'must be a number from 0 to 1'],
  OTEL_SERVICE_NAME: ['baywise', ['two words'], 'must be one word'],
  FIREBASE_PROJECT_ID: ['demo-baywise', ['No Project'], 'must be the id of a project'],
  FIREBASE_API_KEY: ['key', ['a key'], 'must be one word'],
  FIREBASE_AUTH_DOMAIN: ['auth.park.example', ['https://auth.park.example'], 'must be a host'],
  FIREBASE_AUTH_EMULATOR_HOST: ['localhost:9099', ["evil'; script-src *"], 'must be a host'],
  PUSH_HOSTS: ['*.push.example', ['https://push.example'], 'takes hosts'],
  STREETS: ['bundled', ['some', 'ALL'], 'is all, bundled or none'],
  TILE_ORIGINS: ['https://tiles.example', ["https://tiles.example;script-src 'unsafe-inline'"], 'takes hosts'],
  CONNECT_ORIGINS: ['https://*.api.example', ["'unsafe-eval'"], 'takes hosts'],
  SW_KILL: ['1', ['withdraw'], 'is 1 or 0'],
}

const rights: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CASES).map(([name, [right]]) => [name, right]),
)
const secrets = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)

describe.each(Object.entries(CASES))('%s', (name, [right, wrong, must]) => {
  it.each(wrong)('%j is refused by its name, before anything is opened', (text) => {
    const refused = printConfig({ ...rights, [name]: text })
    expect(refused).toEqual({ exitCode: 1, lines: [expect.stringContaining(`${name} ${must}`)] })
    expect(() => readConfig({ ...rights, [name]: text })).toThrow(`${name} ${must}`)
    if (secrets.includes(name)) expect(refused.lines.join('')).not.toContain(text)
  })

  it('is taken alone, and blank is not set', () => {
    expect(() => readConfig({ [name]: right })).not.toThrow()
    expect(() => readConfig({ [name]: '  ' })).not.toThrow()
  })
})

it('several wrong values are all named at once', () => {
  expect(printConfig({ PORT: 'x', STREETS: 'some', SW_KILL: '3' }).lines).toHaveLength(3)
})

it('the document, the checks and what is read are of the same variables', async () => {
  const read = new Set<string>()
  const spy = new Proxy<Record<string, string>>(rights, {
    get: (target, name: string) => {
      read.add(name)
      return target[name]
    },
  })
  readConfig(spy)
  findStartProblems(spy, false)
  read.delete('NODE_ENV')
  const [table = ''] = (await readFile(DOCUMENT, 'utf8')).split('## Demo mode')
  const rows = table.split('\n').filter((line) => line.startsWith('| `') && !line.includes('(at build)'))
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  const checked = SETTINGS.map(({ name }) => name).toSorted()
  expect(documented.toSorted()).toEqual(checked)
  expect([...read].toSorted()).toEqual(checked)
  expect(Object.keys(CASES).toSorted()).toEqual(checked)
})

it('what is in force is printed with where it is from, and no secret', () => {
  const { lines, exitCode } = printConfig({ ...rights, SANDBOX: '1' })
  expect(exitCode).toBe(0)
  expect(lines.find((line) => line.startsWith('DATABASE_URL'))).toMatch(
    /address +environment +postgres:\/\/a:\(hidden\)@db\/baywise$/,
  )
  const { lines: bare } = printConfig({})
  expect(bare.find((line) => line.startsWith('PORT'))).toMatch(/number +default +4173$/)
  expect(bare.find((line) => line.startsWith('DATABASE_URL'))).toContain('embedded')
  for (const name of secrets) {
    expect(lines.find((line) => line.startsWith(name))).toMatch(/environment +\(hidden\)$/)
    expect(bare.find((line) => line.startsWith(name))).toMatch(/default +\(not set\)$/)
  }
})

it('the command says what a real start lacks, without a database', async () => {
  const ran = promisify(execFile)(process.execPath, [CLI, 'config'], {
    env: { SANDBOX: '0', DATA_DIR: '/nonexistent/x' },
  })
  await expect(ran).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/SANDBOX .*0\n[^]*SMTP_URL: not set/) as string,
  })
})
