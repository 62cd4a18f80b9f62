import { expect, test } from 'vitest'
import { runSideBySide, type SideStep } from '../../scripts/side-by-side.mjs'

/** Starts steps that the test ends; returns the steps begun and the output seen. */
function start(steps: readonly SideStep[], cores: number) {
  const ends = new Map<string, (result: string) => void>()
  const writers = new Map<string, (text: string) => void>()
  const begun: string[] = []
  let seen = ''
  const results = runSideBySide(steps, {
    cores,
    show: (text) => {
      seen += text
    },
    run: (name, write) => {
      begun.push(name)
      writers.set(name, write)
      return new Promise<string>((resolve) => ends.set(name, resolve))
    },
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    results,
    begun,
    seen: () => seen.trim().replaceAll(/\n+/g, '\n'),
    say: (name: string, text: string) => writers.get(name)?.(text),
    end: async (name: string) => {
      ends.get(name)?.(`result of ${name}`)
      await settled()
    },
  }
}

const one = (name: string, after: readonly string[] = []): SideStep => ({ name, cores: 1, after })

test('as many steps run as there are cores, each begun when one is free, in the order of the list', async () => {
  const run = start([one('a'), one('b'), one('c'), one('d')], 2)
  expect(run.begun).toEqual(['a', 'b'])
  await run.end('b')
  expect(run.begun).toEqual(['a', 'b', 'c'])
  await run.end('a')
  await run.end('c')
  await run.end('d')
  expect(await run.results).toEqual(['result of a', 'result of b', 'result of c', 'result of d'])
})

test('a step for all cores waits until they are free, and none behind it goes first', async () => {
  const run = start([one('a'), one('b'), { name: 'all', cores: 2 }, one('c')], 2)
  await run.end('a')
  expect(run.begun).toEqual(['a', 'b'])
  await run.end('b')
  expect(run.begun).toEqual(['a', 'b', 'all'])
  await run.end('all')
  expect(run.begun).toEqual(['a', 'b', 'all', 'c'])
})

test('a step for more cores than the machine has runs alone', async () => {
  const run = start([{ name: 'large', cores: 2 }, one('small')], 1)
  expect(run.begun).toEqual(['large'])
  await run.end('large')
  expect(run.begun).toEqual(['large', 'small'])
})

test('a step begins after those whose work it needs; another takes its place meanwhile', async () => {
  const run = start([one('build'), one('budgets', ['build', 'not chosen']), one('lint')], 3)
  expect(run.begun).toEqual(['build', 'lint'])
  await run.end('build')
  expect(run.begun).toEqual(['build', 'lint', 'budgets'])
})

test('the first step is read as it goes, the others when those before them have ended', async () => {
  const run = start([one('a'), one('b'), one('c')], 3)
  run.say('b', 'b1\n')
  run.say('a', 'a1\n')
  expect(run.seen()).toBe('=== a\na1')
  run.say('c', 'c1\n')
  await run.end('b')
  run.say('a', 'a2\n')
  await run.end('a')
  expect(run.seen()).toBe('=== a\na1\na2\n=== b\nb1\n=== c\nc1')
  run.say('c', 'c2\n')
  expect(run.seen()).toBe('=== a\na1\na2\n=== b\nb1\n=== c\nc1\nc2')
})

test('steps that wait for one another are an error, not a run without an end', async () => {
  await expect(start([one('a', ['b']), one('b', ['a'])], 2).results).rejects.toThrow('wait for one another: a, b')
})

test('what a run throws is passed on', async () => {
  const failing = runSideBySide([one('a')], {
    cores: 1,
    show: () => undefined,
    run: () => Promise.reject(new Error('cannot begin')),
  })
  await expect(failing).rejects.toThrow('cannot begin')
})
