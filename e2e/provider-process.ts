import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PROVIDER_FLAGS, ROOT, mustFindNode } from '../scripts/setup.mjs'
import { copyDataTemplate } from './data-template.ts'
import { findFreePort } from './free-port.ts'

const READY_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 10_000

/** Runs the real provider in its own process, on its own port and data folder; it serves the built app and the API. */
export class ProviderProcess {
  readonly url: string
  readonly dataDir: string
  readonly #port: number
  #child: ChildProcess | undefined
  #output = ''

  private constructor(port: number, dataDir: string) {
    this.url = `http://localhost:${port}`
    this.dataDir = dataDir
    this.#port = port
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ProviderProcess> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'baywise-e2e-'))
    // Streets are imported on a first start only, and the template has none.
    if (settings.STREETS === undefined) await copyDataTemplate(dataDir)
    const provider = new ProviderProcess(await findFreePort(), dataDir)
    await provider.resume(settings)
    return provider
  }

  /**
   * Starts the process, or restarts it after `halt`, on the same port and data. Throws with its output when it does not
   * get ready.
   */
  async resume(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const { DATABASE_URL: _own, ...inherited } = process.env
    const own = { PORT: String(this.#port), DATA_DIR: this.dataDir, SANDBOX: '1', STREETS: 'none' }
    const env = { ...inherited, ...own, ...settings }
    const child = spawn(mustFindNode(), [...PROVIDER_FLAGS, 'provider/server.ts'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#output = ''
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`the provider ${why}\n${this.#output}`))
      const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS)
      child.once('error', reject)
      child.once('exit', (code) => fail(`ended with code ${code} before it was ready`))
      const listen = (chunk: Buffer): void => {
        this.#output += chunk.toString()
        if (!this.#output.includes('Baywise ready:')) return
        clearTimeout(timer)
        resolve()
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
    })
  }

  /** Waits until a line with `text` has been logged since the last start. */
  async untilLogged(text: string): Promise<void> {
    const endsAt = Date.now() + READY_WITHIN_MS
    while (!this.#output.includes(text)) {
      if (Date.now() > endsAt) throw new Error(`the provider did not log ${text}\n${this.#output}`)
      await pause(100)
    }
  }

  /** Ends the process and keeps its data. `SIGKILL` is a crash, `SIGTERM` an orderly stop. */
  async halt(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(timer)
  }

  async stop(): Promise<void> {
    await this.halt()
    // A database that has just ended may still be deleting its files.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
