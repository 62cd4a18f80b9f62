import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../free-port.ts'
import { type Browser, openBrowser } from './web-driver.ts'

const WINDOW = fileURLToPath(new URL('window.py', import.meta.url))
const START_MS = 15_000
const PICTURE = 'picture.png'
const PICTURE_MS = 5_000
const PAINT_MS = 500

/** A WebKit window of 360 x 740 with its own profile, on a virtual display. */
export interface WebKitWindow {
  readonly browser: Browser
  /** Saves a screenshot of the display as a PNG file. */
  readonly takePicture: (file: string) => Promise<void>
  readonly close: () => Promise<void>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

/** Xvfb picks a free display and writes its number to the third pipe. */
async function startDisplay(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '400x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with code ${String(code)}`)))
    child.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  return { child, display: `:${number}` }
}

async function untilListening(base: string): Promise<void> {
  const endsAt = Date.now() + START_MS
  for (;;) {
    try {
      await fetch(`${base}/status`)
      return
    } catch (error) {
      if (Date.now() > endsAt) throw error
      await wait(100)
    }
  }
}

async function pictureOf(profile: string, file: string): Promise<void> {
  const picture = path.join(profile, PICTURE)
  // The display is painted shortly after the page.
  await wait(PAINT_MS)
  process.kill(Number(await readFile(path.join(profile, 'pid'), 'utf8')), 'SIGUSR1')
  const endsAt = Date.now() + PICTURE_MS
  while (!existsSync(picture)) {
    if (Date.now() > endsAt) throw new Error('the window gave no picture')
    await wait(50)
  }
  await rename(picture, file)
}

export async function openWindow(): Promise<WebKitWindow> {
  const profile = await mkdtemp(path.join(tmpdir(), 'baywise-webkit-'))
  const { child: screen, display } = await startDisplay()
  const port = await findFreePort()
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`], { env, stdio: 'ignore' })
  const close = async (): Promise<void> => {
    await stop(driver)
    // Stopping the display ends the window.
    await stop(screen)
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const base = `http://127.0.0.1:${String(port)}`
    await untilListening(base)
    const browser = await openBrowser(base, [WINDOW, profile, path.join(profile, PICTURE)])
    return { browser, takePicture: (file) => pictureOf(profile, file), close }
  } catch (error) {
    await close()
    throw error
  }
}
