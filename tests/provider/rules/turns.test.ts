import { expect, test } from 'vitest'
import { takeTurns } from '../../../provider/rules/turns.ts'

interface Piece {
  readonly end: () => void
  readonly fail: (why: Error) => void
  readonly done: Promise<void>
}

function createWork(): { readonly start: () => Piece; readonly running: () => number; readonly begun: number[] } {
  const inTurn = takeTurns(2)
  const begun: number[] = []
  let [count, running] = [0, 0]
  const start = (): Piece => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const id = (count += 1)
    const done = inTurn(async () => {
      begun.push(id)
      running += 1
      await promise.finally(() => (running -= 1))
    })
    return { end: resolve, fail: reject, done }
  }
  return { start, running: () => running, begun }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

test('two pieces of work run at once, and the third when one of them ends', async () => {
  const work = createWork()
  const pieces = [work.start(), work.start(), work.start()]
  await settle()
  expect(work.begun).toEqual([1, 2])
  pieces[1]?.end()
  await settle()
  expect(work.begun).toEqual([1, 2, 3])
  expect(work.running()).toBe(2)
})

test('whoever comes in the moments while one ends does not run beside the one that waited', async () => {
  const work = createWork()
  const [first] = [work.start(), work.start(), work.start()]
  await settle()
  first.end()
  for (let moment = 0; moment < 20; moment += 1) {
    await Promise.resolve()
    work.start()
    expect(work.running()).toBeLessThanOrEqual(2)
  }
  await settle()
  expect(work.begun).toEqual([1, 2, 3])
})

test('work that fails gives its place on', async () => {
  const work = createWork()
  const [first] = [work.start(), work.start(), work.start()]
  first.fail(new Error('no'))
  await expect(first.done).rejects.toThrow('no')
  await settle()
  expect(work.begun).toEqual([1, 2, 3])
})
