import type { Page } from '@playwright/test'
import { encode } from 'uqr'

declare global {
  interface Window {
    /** Shows a code to the camera; null removes it. */
    showCode?: (modules: readonly (readonly boolean[])[] | null) => void
    /** Makes further openings fail with this error until null. */
    cameraFails?: string | null
    /** Ends the camera that was opened last, as if unplugged. */
    loseCamera?: () => void
  }
}

/** Installs a camera that sees what the test shows it. Runs in the page before its own scripts. */
function installCamera(): void {
  const side = 480
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  let shown: readonly (readonly boolean[])[] | null = null
  const draw = (): void => {
    const context = canvas.getContext('2d')
    if (context === null) return
    context.fillStyle = '#888'
    context.fillRect(0, 0, side, side)
    if (shown === null) return
    const scale = Math.floor((side - 40) / (shown.length + 8))
    const edge = (side - scale * shown.length) / 2
    context.fillStyle = '#fff'
    context.fillRect(edge - 4 * scale, edge - 4 * scale, (shown.length + 8) * scale, (shown.length + 8) * scale)
    context.fillStyle = '#000'
    for (const [y, row] of shown.entries())
      for (const [x, isBlack] of row.entries())
        if (isBlack) context.fillRect(edge + x * scale, edge + y * scale, scale, scale)
  }
  // A canvas that is not repainted emits no frames.
  setInterval(draw, 50)
  window.showCode = (modules) => {
    shown = modules
  }
  window.cameraFails = null
  const devices = {
    getUserMedia: (): Promise<MediaStream> => {
      const { cameraFails } = window
      if (typeof cameraFails === 'string') return Promise.reject(new DOMException('As the test asked', cameraFails))
      const stream = canvas.captureStream(20)
      const [track] = stream.getVideoTracks()
      window.loseCamera = () => {
        track?.stop()
        track?.dispatchEvent(new Event('ended'))
      }
      return Promise.resolve(stream)
    },
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: devices })
}

export const withStubCamera = (page: Page): Promise<unknown> => page.addInitScript(installCamera)

export async function showText(page: Page, text: string | null): Promise<void> {
  const modules = text === null ? null : encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data
  await page.evaluate((code) => window.showCode?.(code), modules)
}

export const failCamera = (page: Page, name: string | null): Promise<void> =>
  page.evaluate((error) => {
    window.cameraFails = error
  }, name)

export const loseCamera = (page: Page): Promise<void> => page.evaluate(() => window.loseCamera?.())
