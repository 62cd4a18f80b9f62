import { consoleLog } from '../../lib/log.ts'
import type { ScanAnswer, ScanFrame } from '../../scan/scan-frame.ts'

/** Reads one frame of what the camera shows now. Rejects when it will never read anything. */
export interface QrReader {
  /** Who asks while another frame is read gets the next one. */
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

/** The browser's own, where it has one: absent on iOS and Linux, and without formats where its service is missing. */
async function findDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return undefined
  const formats = await BarcodeDetector.getSupportedFormats()
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
}

/** Of several in the picture a pass is meant. */
const choose = (texts: readonly string[]): string | null => texts.find((text) => /^P\d:/.test(text)) ?? texts[0] ?? null

/** Pixels of the square that is decoded: a module of a pass in it is 3 or more. */
const LARGEST_SIDE = 600

/** A picture larger than that by this much shows more in its middle than in the whole made small. */
const WORTH_A_LOOK = 1.5

/**
 * The middle square of the picture, which is what the screen shows. Of a large picture every other frame is the middle of that, pixel for
 * pixel: a sign that is far away is small, and is held in the middle.
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

/** Our own decoder in its thread; one frame at a time. */
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
    // Later it only stumbled over one frame; without any answer it was not loaded, maybe before the first was asked for.
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
      // A worker has no origin argument: that is the window's postMessage.
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
        // Its service may be away though its formats were named.
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
