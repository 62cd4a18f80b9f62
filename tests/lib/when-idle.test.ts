import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { stepThrough } from '../../src/lib/step-through.ts'
import { stepWhenIdle } from '../../src/lib/when-idle.ts'

function* count(to: number, seen: number[]): Generator<undefined, string> {
  for (let step = 1; step <= to; step += 1) {
    seen.push(step)
    yield
  }
  return 'done'
}

it('work in steps leaves room for something else after each of them', async () => {
  const seen: number[] = []
  const between: number[] = []
  const onDone = vi.fn<(found: string) => void>()
  stepWhenIdle(count(3, seen), 10, onDone)
  const other = setInterval(() => between.push(seen.length), 1)
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('done'))
  clearInterval(other)
  expect(seen).toEqual([1, 2, 3])
  expect(new Set(between)).toEqual(new Set([0, 1, 2, 3]))
})

it('work in steps that was ended does not go on', async () => {
  const seen: number[] = []
  const onDone = vi.fn<() => void>()
  const stop = stepWhenIdle(count(100, seen), 5, onDone)
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1))
  stop()
  const before = seen.length
  await pause(100)
  expect(seen).toHaveLength(before)
  expect(onDone).not.toHaveBeenCalled()
})

it('the same work without a pause', () => {
  const seen: number[] = []
  expect(stepThrough(count(3, seen))).toBe('done')
  expect(seen).toEqual([1, 2, 3])
})
