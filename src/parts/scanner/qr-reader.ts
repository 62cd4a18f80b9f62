import { consoleLog } from '../../lib/log.ts'
import type { ScanAnswer, ScanFrame } from '../../scan/scan-frame.ts'

/** Reads the camera's current frame. Rejects when the reader can never read anything. */
export interface QrReader {
  /** A call during another read gets the next frame. */
  readonly read: (video: HTMLVideoElement) => Promise<string | null>
  readonly close: () => void
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ readonly rawValue: string }>>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/**
 * Returns the browser's own detector, if it has one: missing on iOS and Linux, and without formats when its service is
 * missing.
 */
async function findDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return undefined
  const formats = await BarcodeDetector.getSupportedFormats()
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
}

/** Prefers a pass when the picture contains several codes. */
const choose = (texts: readonly string[]): string | null => texts.find((text) => /^P\d:/.test(text)) ?? texts[0] ?? null

/** Side of the decoded square in pixels: a pass's modules are then 3 or more pixels wide. */
const LARGEST_SIDE = 600

/** From this many times larger, the picture's middle at full size shows more than the whole picture scaled down. */
const WORTH_A_LOOK = 1.5

/**
 * Returns the middle square of the picture, which is what the screen shows. For a large picture every other frame is a
 * full-resolution crop of its middle: a distant sign is small, and is held in the middle.
 */
function grabFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement, isClose: boolean): ScanFrame {
  const { videoWidth, videoHeight } = video
  const whole = Math.min(videoWidth, videoHeight)
  const side = isClose && whole >= LARGEST_SIDE * WORTH_A_LOOK ? LARGEST_SIDE : whole
  const size = Math.min(side, LARGEST_SIDE)
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('No canvas')
  context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, size, size)
  const { data } = context.getImageData(0, 0, size, size)
  return { rgba: data, width: size, height: size }
}

interface Asked {
  readonly resolve: (text: string | null) => void
  readonly reject: (failure: Error) => void
}

/** Our own decoder in its worker; one frame at a time. */
function createWorkerReader(): QrReader {
  const worker = new Worker(new URL('../../scan/decoder-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  let hasAnswered = false
  let isClose = false
  let failure: Error | null = null
  let asked: Asked | null = null
  let before: Promise<unknown> = Promise.resolve()
  worker.addEventListener('message', ({ data }: MessageEvent<ScanAnswer>) => {
    hasAnswered = true
    asked?.resolve(data.text)
  })
  worker.addEventListener('error', (cause) => {
    // After an answer, only one frame failed. Without any answer the decoder did not load, possibly before the first
    // frame.
    if (hasAnswered) return asked?.resolve(null)
    failure = new Error('decoder not loaded', { cause })
    return asked?.reject(failure)
  })
  const ask = (video: HTMLVideoElement): Promise<string | null> =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure)
      asked = { resolve, reject }
      const frame = grabFrame(video, canvas, isClose)
      isClose = !isClose
      // Only window.postMessage takes an origin; a worker has none.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      return worker.postMessage(frame, [frame.rgba.buffer])
    })
  return {
    read(video) {
      const answer = before.then(() => ask(video))
      before = answer.catch(() => null)
      return answer
    },
    close: () => worker.terminate(),
  }
}

function createDetectorReader(detector: Detector): QrReader {
  let own: QrReader | undefined
  return {
    async read(video) {
      if (own !== undefined) return own.read(video)
      try {
        return choose((await detector.detect(video)).map(({ rawValue }) => rawValue))
      } catch (error) {
        // The detector's service may be missing although its formats were listed.
        consoleLog.info('barcode detector gave up', { error: String(error) })
        own = createWorkerReader()
        return null
      }
    },
    close: () => own?.close(),
  }
}

export async function createQrReader(): Promise<QrReader> {
  const detector = await findDetector()
  return detector === undefined ? createWorkerReader() : createDetectorReader(detector)
}
