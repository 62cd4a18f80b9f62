import { expect, test, vi } from 'vitest'
import { createQrReader } from '../../../src/parts/scanner/qr-reader.ts'

const video = document.createElement('video')

/** Stubs the BarcodeDetector of Chromium on Android, which this machine lacks. */
function stubDetector(detect: () => Promise<readonly { rawValue: string }[]>, formats = ['qr_code']): void {
  class Detector {
    static readonly getSupportedFormats = () => Promise.resolve(formats)
    readonly detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Detector)
}

function stubWorker() {
  const made = vi.fn<(address: URL, worker: EventTarget) => void>()
  class FakeWorker extends EventTarget {
    constructor(address: URL) {
      super()
      made(address, this)
    }
    readonly terminate = vi.fn<() => void>()
  }
  vi.stubGlobal('Worker', FakeWorker)
  return made
}

test('the browser’s own detector reads where there is one, and of several codes the pass', async () => {
  const worker = stubWorker()
  stubDetector(() => Promise.resolve([{ rawValue: 'https://example.com' }, { rawValue: 'P1:AB ' }]))
  const reader = await createQrReader()
  expect(await reader.read(video)).toBe('P1:AB ')
  expect(worker).not.toHaveBeenCalled()
})

test('nothing in the picture is nothing', async () => {
  stubWorker()
  stubDetector(() => Promise.resolve([]))
  expect(await (await createQrReader()).read(video)).toBeNull()
})

test.each([
  ['there is none', () => undefined],
  ['it knows no QR codes', () => stubDetector(() => Promise.resolve([]), [])],
])('our decoder reads where %s', async (_name, prepare) => {
  const worker = stubWorker()
  prepare()
  await createQrReader()
  expect(worker).toHaveBeenCalledOnce()
})

test('our decoder takes over from a detector that fails', async () => {
  const worker = stubWorker()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  stubDetector(() => Promise.reject(new DOMException('Barcode detection service unavailable', 'NotSupportedError')))
  const reader = await createQrReader()
  expect(await reader.read(video)).toBeNull()
  expect(worker).toHaveBeenCalledOnce()
})

test('a decoder that could not be loaded is told of, also when nobody had asked for a frame yet', async () => {
  const worker = stubWorker()
  const reader = await createQrReader()
  worker.mock.lastCall?.[1].dispatchEvent(new Event('error'))
  await expect(reader.read(video)).rejects.toThrow('decoder not loaded')
})
