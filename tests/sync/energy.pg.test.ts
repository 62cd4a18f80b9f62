import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startEngine } from '../../src/sync/engine.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { signedInPhone } from './support/provider-phone.ts'
import { offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000
const page = { visibilityState: 'visible', addEventListener: vi.fn(), removeEventListener: vi.fn() }

const probes = (phone: TestPhone): number => phone.line.sent.filter(({ path }) => path === '/health').length

async function letPass(phone: TestPhone, minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 1) {
    provider.clock.advance(1_000)
    vi.advanceTimersByTime(1_000)
    await phone.settled()
  }
}

/** An open app, for playing an hour of its life. */
async function idleApp(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  return phone
}

test('an idle app that is seen wakes the network once a minute', async () => {
  const phone = await idleApp()
  const stop = startEngine(phone)
  await phone.settled()
  const before = probes(phone)
  const times: number[] = []
  phone.line.through = (request, next) => {
    times.push(provider.clock.now())
    return next(request)
  }
  await letPass(phone, 10)
  stop()
  expect(probes(phone) - before).toBe(10)
  const wakes = [...new Set(times)]
  expect(wakes.every((at, index) => index === 0 || at - (wakes[index - 1] ?? 0) >= MINUTE_MS)).toBe(true)
})

test('an idle app without a signal asks for a sign of life once a minute and for nothing else', async () => {
  const phone = await idleApp()
  phone.line.through = offline
  const stop = startEngine(phone)
  await phone.settled()
  const before = phone.line.sent.length
  await letPass(phone, 5)
  stop()
  expect(phone.line.sent.slice(before).map(({ path }) => path)).toEqual(Array.from({ length: 5 }, () => '/health'))
})

test('a hidden app never wakes the network, however long', async () => {
  const phone = await idleApp()
  const stop = startEngine(phone)
  await phone.settled()
  page.visibilityState = 'hidden'
  const before = phone.line.sent.length
  await letPass(phone, 30)
  stop()
  expect(phone.line.sent.length).toBe(before)
})
