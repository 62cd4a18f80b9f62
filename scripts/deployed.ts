/** Runs providers as in production: processes of one database behind nginx, with the settings of deploy/nginx. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROVIDER_FLAGS, ROOT } from './setup.mjs'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface ProviderRun {
  readonly child: ChildProcess
  readonly port: number
  readonly ended: Promise<unknown>
}

type Settings = Readonly<Record<string, string>>

/** Running providers, so that none outlives the script that started it, even when that fails. */
const started = new Set<ChildProcess>()

/** Starts a provider and waits until it is ready; throws after two minutes. */
export async function startProvider(port: number, settings: Settings): Promise<ProviderRun> {
  const child = spawn(process.execPath, [...PROVIDER_FLAGS, 'provider/server.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings, PORT: String(port) },
  })
  started.add(child)
  const ended = new Promise((resolve) => child.once('exit', resolve)).finally(() => started.delete(child))
  for (let look = 0; look < 480; look += 1) {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/ready`).catch(() => undefined)
    if (answer?.ok === true) return { child, port, ended }
    if (child.exitCode !== null) break
    await pause(250)
  }
  throw new Error(`The provider on ${String(port)} did not become ready`)
}

export async function stopProvider({ child, ended }: ProviderRun, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await ended
}

export interface Door {
  /** Port of nginx, on 127.0.0.1. */
  readonly port: number
  readonly stop: () => void
}

/** Starts nginx in front of the two processes. Configured like Debian's default, plus the directives of docs/run.md. */
export function openDoor(folder: string, port: number, [first, second]: readonly [number, number]): Door {
  const snippet = path.join(ROOT, 'deploy/nginx/baywise-proxy.conf')
  const upstream = /^upstream baywise \{[^}]*\}/m.exec(
    readFileSync(path.join(ROOT, 'deploy/nginx/baywise.conf'), 'utf8'),
  )?.[0]
  const servers = (upstream ?? '').replace('4201', String(first)).replace('4202', String(second))
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes auto; events { worker_connections 768; }
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${servers}
     server { listen 127.0.0.1:${String(port)}; include ${snippet}; } }`,
  )
  execFileSync('nginx', ['-c', file])
  return { port, stop: () => void execFileSync('nginx', ['-c', file, '-s', 'stop']) }
}

/** Runs `work` with a folder that is removed afterwards, once every running provider has ended. */
export async function withFolder(name: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), `baywise-${name}-`))
  // nginx stores request bodies there as another user.
  chmodSync(folder, 0o711)
  try {
    await work(folder)
  } finally {
    // SIGTERM, because the last provider stops the database.
    for (const child of started) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
