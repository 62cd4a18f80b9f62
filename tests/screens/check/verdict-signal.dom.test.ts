import { beforeEach, expect, test, vi } from 'vitest'
import type { VerdictKind } from '../../../src/domain/check-in.ts'
import { TONES } from '../../../src/screens/check/verdict-words.ts'

const KINDS = Object.keys(TONES) as VerdictKind[]

const vibrate = vi.fn<(pattern: number[]) => boolean>()
let tones: { hertz: number; ms: number }[]

/** Stubs a browser's audio, which stays silent until the page is tapped. */
function stubAudio(): void {
  class FakeAudio {
    state = 'suspended'
    currentTime = 0
    readonly destination = {}
    readonly resume = () => {
      this.state = 'running'
      return Promise.resolve()
    }
    readonly createGain = () => ({ gain: { value: 1 }, connect: vi.fn<() => void>() })
    readonly createOscillator = () => {
      let startS = 0
      const frequency = { value: 0 }
      return {
        frequency,
        connect: vi.fn<() => void>(),
        start: (atS: number) => (startS = atS),
        stop: (atS: number) => tones.push({ hertz: frequency.value, ms: Math.round((atS - startS) * 1000) }),
      }
    }
  }
  vi.stubGlobal('AudioContext', FakeAudio)
}

beforeEach(() => {
  vi.resetModules()
  vibrate.mockReset()
  tones = []
  vi.stubGlobal('navigator', { vibrate })
  stubAudio()
})

const load = async () => (await import('../../../src/screens/check/verdict-signal.ts')).signalVerdict

test('each verdict has a sound and a vibration of its own', async () => {
  const signal = await load()
  const heard = new Map<string, VerdictKind>()
  for (const kind of KINDS) {
    tones = []
    signal(kind)
    await vi.waitFor(() => expect(tones.length).toBeGreaterThan(0))
    heard.set(JSON.stringify(tones), kind)
  }
  expect(heard.size).toBe(KINDS.length)
  expect(new Set(vibrate.mock.calls.map(([pattern]) => pattern.join())).size).toBe(KINDS.length)
})

test('what may enter rises, what may not is low', async () => {
  const signal = await load()
  for (const kind of KINDS) {
    tones = []
    signal(kind)
    await vi.waitFor(() => expect(tones.length).toBeGreaterThan(0))
    const [first, last] = [tones[0]?.hertz ?? 0, tones.at(-1)?.hertz ?? 0]
    if (TONES[kind] === 'go') expect(last).toBeGreaterThan(first)
    if (TONES[kind] === 'stop') expect(Math.max(...tones.map(({ hertz }) => hertz))).toBeLessThan(300)
  }
})

test('a phone that can neither vibrate nor sound shows the verdict all the same', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('AudioContext', undefined)
  Reflect.deleteProperty(globalThis, 'AudioContext')
  const signal = await load()
  expect(() => signal('valid')).not.toThrow()
})
