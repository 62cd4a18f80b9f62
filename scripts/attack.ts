/**
 * `npm run attack`: starts two providers as in production, behind nginx with the settings of deploy/nginx, attacks them
 * through nginx and directly, and prints the outcome of each attack; exit code 1 unless all were held off. Arguments
 * select attacks: slow, headers, bodies, paths, forwarded, codes. Needs Linux, nginx on the path and a built app; takes
 * about ten minutes.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { attackBodies } from './attack/bodies.ts'
import { attackCodes } from './attack/codes.ts'
import { attackForwarded } from './attack/forwarded.ts'
import { attackHeaders } from './attack/headers.ts'
import { openMailSink } from './attack/mail-sink.ts'
import { attackPaths } from './attack/paths.ts'
import type { Door, Outcome } from './attack/raw.ts'
import { attackSlowly } from './attack/slow.ts'
import { openDoor, type ProviderRun, startProvider, stopProvider, withFolder } from './deployed.ts'
import { ROOT } from './setup.mjs'

const [FRONT, FIRST, SECOND] = [4280, 4281, 4282] as const
const PER_MINUTE = 1_200

const productionSettings = (folder: string, smtpUrl: string) => ({
  SANDBOX: '0',
  DATA_DIR: path.join(folder, 'data'),
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'parking@attack.test',
  CONTACT_EMAIL: 'contact@attack.test',
  PUBLIC_URL: 'https://attack.test',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  TRUST_PROXY: '127.0.0.1',
  REQUESTS_PER_MINUTE_PER_ADDRESS: String(PER_MINUTE),
})

function importParks(settings: Readonly<Record<string, string>>): void {
  const words = ['provider/cli/main.ts', 'import', 'data/parks.ndjson']
  execFileSync(process.execPath, words, { cwd: ROOT, stdio: 'ignore', env: { ...process.env, ...settings } })
}

/** Resident memory of a process, in MB. */
const residentMb = ({ child }: ProviderRun): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1] ?? 0) / 1024

const print = ({ attack, door, isHeld, told }: Outcome): void =>
  console.log(`${isHeld ? 'held  ' : 'FAILED'}  ${attack} [${door}]: ${told}`)

await withFolder('attack', async (folder) => {
  const wanted = process.argv.slice(2)
  const mails = await openMailSink()
  const settings = productionSettings(folder, mails.url)
  importParks(settings)
  const runs = [await startProvider(FIRST, settings), await startProvider(SECOND, settings)] as const
  const nginx = openDoor(folder, FRONT, [FIRST, SECOND])
  const front: Door = { name: 'nginx', port: FRONT }
  const bare: Door = { name: 'bare', port: FIRST }
  const both = [bare, { name: 'bare', port: SECOND }]
  const doors = [front, bare]
  const attacks: Readonly<Record<string, () => AsyncGenerator<Outcome>>> = {
    headers: () => attackHeaders(doors),
    bodies: () => attackBodies(doors, () => residentMb(runs[0])),
    paths: () => attackPaths(doors),
    forwarded: () => attackForwarded(doors, PER_MINUTE),
    codes: () => attackCodes(both, mails, front),
    slow: () => attackSlowly(doors),
  }
  let failed = 0
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      for await (const outcome of attack()) {
        print(outcome)
        if (!outcome.isHeld) failed += 1
      }
    }
  } finally {
    nginx.stop()
    await Promise.all(runs.map((run) => stopProvider(run)))
    mails.stop()
  }
  console.log(failed === 0 ? 'all held off' : `${String(failed)} failed`)
  if (failed > 0) process.exitCode = 1
})
