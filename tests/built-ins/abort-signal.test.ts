import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addAbortSignalParts } from '../../src/built-ins/abort-signal.ts'
import { lacksBuiltIns } from '../../src/built-ins/lacks-built-ins.ts'

const PARTS = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [AbortSignal.prototype, 'throwIfAborted'],
] as const
const own = PARTS.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name))

beforeEach(() => {
  for (const [target, name] of PARTS) Reflect.deleteProperty(target, name)
  expect(lacksBuiltIns()).toBe(true)
  addAbortSignalParts()
})

afterEach(() => {
  vi.useRealTimers()
  for (const [index, [target, name]] of PARTS.entries()) Object.defineProperty(target, name, own[index] ?? {})
})

test('nothing is missing any more', () => {
  expect(lacksBuiltIns()).toBe(false)
})

test('a signal of several aborts with the first of them, for its reason, once', () => {
  const [a, b] = [new AbortController(), new AbortController()]
  const signal = AbortSignal.any([a.signal, b.signal])
  const ends = vi.fn<() => void>()
  signal.addEventListener('abort', ends)
  expect(signal.aborted).toBe(false)
  b.abort('late')
  a.abort('later')
  expect([signal.aborted, signal.reason]).toEqual([true, 'late'])
  expect(ends).toHaveBeenCalledOnce()
})

test('a signal of one that is aborted already is aborted from the start', () => {
  const { signal } = new AbortController()
  const aborted = AbortSignal.abort('gone')
  expect(AbortSignal.any([signal, aborted])).toMatchObject({ aborted: true, reason: 'gone' })
})

test('a signal with a time aborts when it is over', () => {
  vi.useFakeTimers()
  const signal = AbortSignal.timeout(20)
  vi.advanceTimersByTime(19)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('an aborted signal throws its reason', () => {
  const controller = new AbortController()
  expect(() => controller.signal.throwIfAborted()).not.toThrow()
  controller.abort(new Error('over'))
  expect(() => controller.signal.throwIfAborted()).toThrow('over')
})
