import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT, mustFindNode, projectEnv } from '../../scripts/setup.mjs'
import { findFreePort } from '../free-port.ts'

export const PROJECT = 'demo-baywise'

const RECIPE = path.join(ROOT, 'e2e/social/emulator')
/** Beside other reproducible files: its 300 MB should not be scanned by the project's tools. */
const FOLDER = path.join(ROOT, '.cache/identity-emulator')
const CLI = path.join(FOLDER, 'node_modules/firebase-tools/lib/bin/firebase.js')
const READY_WITHIN_MS = 90_000

const lockIn = (folder: string): string => readFileSync(path.join(folder, 'package-lock.json'), 'utf8')

const isInstalled = (): boolean => existsSync(path.join(FOLDER, 'installed')) && lockIn(FOLDER) === lockIn(RECIPE)

function finished(child: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${what} ended with code ${code}`))))
  })
}

/** Installs once from the emulator's own lock file; a changed lock file reinstalls it. */
async function install(): Promise<void> {
  if (isInstalled()) return
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(path.join(RECIPE, name), path.join(FOLDER, name))
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  await finished(spawn('npm', args, { cwd: FOLDER, stdio: 'inherit', env: projectEnv() }), 'the emulator’s install')
  await writeFile(path.join(FOLDER, 'installed'), '')
}

export interface EmulatorAccount {
  readonly localId: string
  readonly email?: string
}

/** Runs the identity service's own emulator in a separate process, on its own ports. */
export class IdentityEmulator {
  /** On the same site as the app, `localhost`, so that the browser lets the service's frame use storage. */
  readonly host: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(host: string, child: ChildProcess, folder: string) {
    this.host = host
    this.#child = child
    this.#folder = folder
  }

  static async start(): Promise<IdentityEmulator> {
    await install()
    const [auth, hub, logging] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const folder = await mkdtemp(path.join(tmpdir(), 'baywise-identity-'))
    const at = (port: number) => ({ host: '127.0.0.1', port })
    const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } }
    await writeFile(path.join(folder, 'firebase.json'), JSON.stringify({ emulators }))
    const env = { ...projectEnv(), HOME: folder, XDG_CONFIG_HOME: folder, CI: '1' }
    const args = [CLI, 'emulators:start', '--only', 'auth', '--project', PROJECT]
    const child = spawn(mustFindNode(), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    await untilReady(child)
    return new IdentityEmulator(`localhost:${auth}`, child, folder)
  }

  async #ask(method: 'GET' | 'POST', where: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`http://${this.host}/identitytoolkit.googleapis.com/v1/${where}`, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  /** Disables an address's account at the service itself. */
  async disable(email: string): Promise<void> {
    const found = await this.#ask('POST', `projects/${PROJECT}/accounts:lookup`, { email: [email] })
    const [user] = (found as { users?: EmulatorAccount[] }).users ?? []
    if (user === undefined) throw new Error(`the emulator has no account of ${email}`)
    await this.#ask('POST', `projects/${PROJECT}/accounts:update`, { localId: user.localId, disableUser: true })
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()))
      this.#child.kill('SIGINT')
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the identity emulator ${why}\n${output}`))
    const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS)
    child.once('exit', (code) => fail(`ended with code ${code} before it was ready`))
    const listen = (chunk: Buffer): void => {
      output += chunk.toString()
      if (!output.includes('All emulators ready')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
  })
}
