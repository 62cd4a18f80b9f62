import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPresses, replayPress } from '../../src/app/snapshot/kept-press.ts'

const root = (): HTMLElement => document.querySelector<HTMLElement>('#root') ?? expect.fail('no #root')
const button = (): HTMLButtonElement => root().querySelector('button') ?? expect.fail('no button')

/** Tags an element as React tags each element it hydrates. */
const answerFrom = (control: Element): unknown => Object.assign(control, { __reactProps$test: {} })

/** Presses a prerendered button before hydration; returns a counter of the clicks that the button then receives. */
function pressEarly(): () => number {
  keepPresses(root())
  button().click()
  const heard = vi.fn()
  button().addEventListener('click', heard)
  replayPress(root())
  return () => heard.mock.calls.length
}

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"><button type="button">Near me</button></div>'
})
afterEach(() => {
  vi.useRealTimers()
  delete document.pressed
})

test('a press is done once, as soon as what was pressed answers', () => {
  const heard = pressEarly()
  vi.advanceTimersByTime(5_000)
  expect(heard()).toBe(0)
  expect(button().dataset['pressed']).toBe('')
  answerFrom(button())
  vi.advanceTimersByTime(60_000)
  expect(heard()).toBe(1)
  expect(button().dataset['pressed']).toBeUndefined()
})

test('a press on what does not answer in ten seconds is let go: nothing looks pressed, nothing waits, and nothing is done late', () => {
  const heard = pressEarly()
  vi.advanceTimersByTime(10_100)
  expect(button().dataset['pressed']).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
  answerFrom(button())
  vi.advanceTimersByTime(60_000)
  expect(heard()).toBe(0)
})

test('a press on a still is done on the page, not in a sheet that the app keeps closed there with a button of the same words', () => {
  keepPresses(root())
  button().click()
  const app = document.createElement('div')
  app.innerHTML = '<button type="button">Near me</button><dialog><button type="button">Near me</button></dialog>'
  const heard = vi.fn<(event: Event) => void>()
  app.addEventListener('click', heard)
  root().replaceWith(app)
  replayPress(app)
  vi.advanceTimersByTime(60_000)
  expect(heard.mock.calls.map(([event]) => event.target)).toEqual([app.querySelector('button')])
})

test.each([
  ['a button of a still', '<button type="button">Near me</button>', 1],
  ['a field of a form at rest, which is no target of its own', '<form><input name="search" /></form>', 1],
  ['a link, which the browser has followed', '<a href="#x">Near me</a>', 0],
])('pressed before any script file came: %s', (_what, html, times) => {
  root().innerHTML = html
  const control = root().querySelector<HTMLElement>('button, input, a') ?? expect.fail('nothing to press')
  vi.spyOn(control, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 40))
  const form = root().querySelector('form')
  if (form !== null) form.inert = true
  const target = form === null ? control : root()
  // As the page records it (src/begin.ts).
  document.addEventListener('click', (event) => (document.pressed = event), { once: true })
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 20, clientY: 20 }))
  keepPresses(root())
  const app = document.createElement('div')
  app.innerHTML = html
  const heard = vi.fn()
  app.querySelector('button, input, a')?.addEventListener('click', heard)
  root().replaceWith(app)
  replayPress(app)
  vi.advanceTimersByTime(60_000)
  expect(heard).toHaveBeenCalledTimes(times)
})
