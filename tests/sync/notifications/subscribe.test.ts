import { expect, test, vi } from 'vitest'
import { subscribe, toDeviceBody } from '../../../src/sync/notifications/subscribe.ts'
import type { Timers } from '../../../src/lib/timers.ts'

const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

/** A browser's subscription, reduced to the fields that are read. */
function subscriptionOf(keys: Record<string, string> | undefined = { p256dh: 'p', auth: 'a' }) {
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const json = { endpoint: 'https://push.test/1', ...(keys === undefined ? {} : { keys }) }
  return { unsubscribe, toJSON: () => json } as unknown as PushSubscription & { unsubscribe: typeof unsubscribe }
}

function managerOf(answers: readonly (() => Promise<PushSubscription>)[], old: PushSubscription | null = null) {
  const left = [...answers]
  const asked = vi.fn(() => (left.shift() ?? (() => new Promise<never>(() => undefined)))())
  return { asked, push: { subscribe: asked, getSubscription: () => Promise.resolve(old) } as unknown as PushManager }
}

/** Timers that fire when the test says so. */
function handTimers(): Timers & { readonly pass: () => void } {
  let due: (() => void) | undefined
  return {
    after: (_ms, work) => {
      due = work
      return () => {
        due = undefined
      }
    },
    pass: () => due?.(),
  }
}

test('a push service that never answers ends in a failure, not in a button that waits for ever', async () => {
  const timers = handTimers()
  const asked = subscribe(managerOf([]).push, KEY, timers)
  timers.pass()
  expect(await asked).toEqual({ ok: false, error: 'no_answer' })
})

test('a subscription that comes too late is given back: the driver was told that there is none', async () => {
  const timers = handTimers()
  const late = subscriptionOf()
  let answer: (subscription: PushSubscription) => void = () => undefined
  const { push } = managerOf([() => new Promise((resolve) => (answer = resolve))])
  const asked = subscribe(push, KEY, timers)
  timers.pass()
  answer(late)
  expect(await asked).toEqual({ ok: false, error: 'no_answer' })
  await vi.waitFor(() => expect(late.unsubscribe).toHaveBeenCalledOnce())
})

test('a browser that would not is a refusal', async () => {
  const { push } = managerOf([() => Promise.reject(new DOMException('no', 'NotAllowedError'))])
  expect(await subscribe(push, KEY, handTimers())).toEqual({ ok: false, error: 'refused' })
})

test('a subscription made with the key of another provider is given up for a new one', async () => {
  const old = subscriptionOf()
  const renewed = subscriptionOf()
  const { push, asked } = managerOf(
    [() => Promise.reject(new DOMException('another key', 'InvalidStateError')), () => Promise.resolve(renewed)],
    old,
  )
  expect(await subscribe(push, KEY, handTimers())).toEqual({ ok: true, value: renewed })
  expect(old.unsubscribe).toHaveBeenCalledOnce()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('the provider is told of language, zone and night; without keys of the browser there is nothing to tell', () => {
  const facts = { language: 'fr', zone: 'Africa/Dakar', quiet: true } as const
  expect(toDeviceBody(subscriptionOf(), facts)).toEqual({
    endpoint: 'https://push.test/1',
    keys: { p256dh: 'p', auth: 'a' },
    language: 'fr',
    timezone: 'Africa/Dakar',
    quiet_hours: { from_minute: 1320, to_minute: 420 },
  })
  expect(toDeviceBody(subscriptionOf({ p256dh: 'p' }), facts)).toBeUndefined()
})
