import 'fake-indexeddb/auto'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepParked } from '../../../src/actions/parked.online.ts'
import { ParkedForm } from '../../../src/parts/parked/parked-form.tsx'
import { fitInto } from '../../../src/parts/small-photo.ts'
import { render } from '../../setup/render.tsx'

vi.mock('../../../src/actions/parked.online.ts', () => ({ keepParked: vi.fn() }))

const PHOTO = new ArrayBuffer(8)
const BEFORE = { id: 'booking-1', note: 'Level 2', photo: PHOTO, position: null, at: 0 }
const onDone = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  onDone.mockClear()
  vi.mocked(keepParked).mockReset()
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })
})

const open = () => render(<ParkedForm bookingId="booking-1" before={BEFORE} onDone={onDone} />)

const press = async (host: HTMLElement, label: string) => {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  await act(async () => button?.click())
}

async function choose(host: HTMLElement, file: File): Promise<void> {
  const input = host.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('no input for a photo')
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

test('a phone that is full says so, and the form keeps the note and the photo', async () => {
  vi.mocked(keepParked).mockResolvedValue({ ok: false, error: { kind: 'storage', reason: 'full' } })
  const host = await open()
  await press(host, 'Save')
  expect(host.textContent).toContain('This phone is full. Free up some space, then try again.')
  expect(host.querySelector('textarea')?.value).toBe('Level 2')
  expect(host.querySelector('img')).not.toBeNull()
  expect(onDone).not.toHaveBeenCalled()
  vi.mocked(keepParked).mockResolvedValue({ ok: true, value: null })
  await press(host, 'Save')
  expect(keepParked).toHaveBeenLastCalledWith({ id: 'booking-1', note: 'Level 2', photo: PHOTO, position: null })
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('a photo that is too large is said to be, and the one before stays', async () => {
  const host = await open()
  const file = new File([], 'car.jpg', { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: 40_000_001 })
  await choose(host, file)
  expect(host.textContent).toContain('This photo is too large. Take another photo.')
  vi.mocked(keepParked).mockResolvedValue({ ok: true, value: null })
  await press(host, 'Save')
  expect(vi.mocked(keepParked).mock.calls[0]?.[0].photo).toBe(PHOTO)
})

test('saving waits for the position that is being found, and for the photo that is being scaled', async () => {
  let onFix: (position: unknown) => void = () => undefined
  const getCurrentPosition = (done: typeof onFix) => {
    onFix = done
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }))
  let onBitmap: (error: unknown) => void = () => undefined
  vi.stubGlobal('createImageBitmap', () => new Promise((_resolve, reject) => (onBitmap = reject)))
  vi.mocked(keepParked).mockResolvedValue({ ok: true, value: null })
  const host = await open()
  await press(host, 'Keep my position')
  await press(host, 'Save')
  expect(keepParked).not.toHaveBeenCalled()
  expect(host.textContent).toContain('Finding your location…')
  await act(async () => onFix({ coords: { latitude: 1, longitude: 2, accuracy: 3 } }))
  await choose(host, new File(['x'], 'car.jpg', { type: 'image/jpeg' }))
  await press(host, 'Save')
  expect(keepParked).not.toHaveBeenCalled()
  await act(async () => onBitmap(new Error('no picture')))
  await press(host, 'Save')
  expect(vi.mocked(keepParked).mock.calls[0]?.[0].position).toEqual({ lat: 1, lng: 2, accuracyMetres: 3 })
  vi.unstubAllGlobals()
})

test('a photo is kept in at most 1280 px, and never made larger', () => {
  expect(fitInto(4000, 3000, 1280)).toEqual({ width: 1280, height: 960 })
  expect(fitInto(3000, 4000, 1280)).toEqual({ width: 960, height: 1280 })
  expect(fitInto(640, 480, 1280)).toEqual({ width: 640, height: 480 })
  expect(fitInto(100_000, 1, 1280)).toEqual({ width: 1280, height: 1 })
})
