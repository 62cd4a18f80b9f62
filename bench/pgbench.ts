import { spawnSync } from 'node:child_process'

const isThere = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** Installs pgbench from the distribution's package: the embedded PostgreSQL does not include it. */
export function ensurePgbench(): void {
  if (isThere()) return
  const [command, ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql-contrib']]) {
    spawnSync(command ?? 'apt-get', [...prefix, ...args], options)
  }
  if (!isThere()) throw new Error('pgbench is missing: install the package postgresql-contrib')
}

export interface PgbenchRun {
  readonly url: string
  readonly script: string
  readonly clients: number
  readonly seconds: number
}

/** Runs a script with prepared statements; throws when a client fails. */
export function runPgbench({ url, script, clients, seconds }: PgbenchRun): void {
  const { hostname, port, username, password, pathname } = new URL(url)
  const flags = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script]
  const run = spawnSync('pgbench', [...flags, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)], {
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`pgbench failed: ${run.stderr.slice(0, 600)}`)
}
