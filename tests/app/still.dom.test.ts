import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepStills } from '../../src/app/still/keep-stills.ts'
import { showStill } from '../../src/app/still/show-still.ts'
import { takeOver } from '../../src/app/still/take-over.ts'
import { dropStills, findStill, keepStill } from '../../src/lib/stills.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const PASS = '/booking-details/BW-1/pass'
const still = { build: '', language: 'en', untilMs: NOW + 1000, html: '<main><a href="/x">Pass</a></main>' }

const root = (): HTMLElement => document.querySelector<HTMLElement>('#root') ?? expect.fail('no #root')

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = '<div id="root"><p>shell</p></div>'
})

describe('a still that was kept', () => {
  test('is shown before the app runs, with its forms at rest', () => {
    keepStill(PASS, { ...still, html: '<main><form><input /></form></main>' })
    expect(showStill(root(), { path: PASS, language: 'en', nowMs: NOW })).toBe(true)
    expect(root().querySelector('form')?.inert).toBe(true)
  })

  test.each([
    ['once it may be untrue', { nowMs: NOW + 1000 }],
    ['in another language', { language: 'fr' }],
    ['at another address', { path: '/' }],
  ])('is not shown %s', (_when, other) => {
    keepStill(PASS, still)
    expect(showStill(root(), { path: PASS, language: 'en', nowMs: NOW, ...other })).toBe(false)
    expect(root().textContent).toBe('shell')
  })

  test('of another release is not shown: its class names mean nothing in this one', () => {
    keepStill(PASS, { ...still, build: '/assets/style-old.css' })
    expect(showStill(root(), { path: PASS, language: 'en', nowMs: NOW })).toBe(false)
  })

  test.each(['{', '[]', 'null', '{"/booking-details/BW-1/pass":{"html":"<main></main>"}}'])(
    'and was spoiled is as good as none: %s',
    (text) => {
      localStorage.setItem('baywise-stills', text)
      expect(findStill(PASS)).toBeUndefined()
    },
  )

  test('gives way to newer ones: five are kept', () => {
    const paths = ['/', '/a', '/b', '/c', '/d', '/e']
    for (const path of paths) keepStill(path, still)
    expect(paths.filter((path) => findStill(path) === undefined)).toEqual(['/'])
  })

  test('is gone after a sign-out', () => {
    keepStill(PASS, still)
    dropStills()
    expect(localStorage.getItem('baywise-stills')).toBeNull()
  })
})

describe('keeping', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW }))
  afterEach(() => vi.useRealTimers())

  const draw = (html: string): void => {
    root().innerHTML = html
  }

  test('a page that allows it is kept once it has all that it waited for, until its earliest limit', async () => {
    keepStills(root)
    draw('<main data-keep-still=""><p aria-busy="true">waits</p></main>')
    await vi.advanceTimersByTimeAsync(400)
    expect(findStill('/')).toBeUndefined()
    draw(
      `<main data-keep-still=""><p data-still-until="${NOW + 5000}" style="top: 1px">Parked</p><dialog open>menu</dialog></main>`,
    )
    await vi.advanceTimersByTimeAsync(400)
    expect(findStill('/')).toMatchObject({ untilMs: NOW + 5000 })
    expect(findStill('/')?.html).not.toMatch(/menu|style/)
    draw('<main><p>Nothing to keep</p></main>')
    await vi.advanceTimersByTimeAsync(6000)
    expect(findStill('/')).toBeUndefined()
  })

  test('which vehicle was chosen is kept, though a copy of the page forgets it', async () => {
    draw('<main data-keep-still=""><select><option>A</option><option>B</option></select></main>')
    const select = root().querySelector('select') ?? expect.fail('no select')
    select.selectedIndex = 1
    keepStills(root)
    await vi.advanceTimersByTimeAsync(400)
    expect(findStill('/')?.html).toContain('<option selected="">B</option>')
  })
})

describe('the app takes over', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('only when the same page stands complete, and not under a finger', async () => {
    const shown = root()
    const stage = document.createElement('div')
    const isTaken = takeOver(shown, stage)
    shown.dispatchEvent(new Event('pointerdown'))
    stage.innerHTML = '<main><p aria-busy="true">waits</p></main>'
    await vi.advanceTimersByTimeAsync(0)
    stage.innerHTML = '<main><p>here</p></main>'
    await vi.advanceTimersByTimeAsync(0)
    expect(document.body.contains(stage)).toBe(false)
    window.dispatchEvent(new Event('pointerup'))
    await vi.advanceTimersByTimeAsync(0)
    await isTaken
    expect(root()).toBe(stage)
  })

  test('also after a second tap: each one ends', async () => {
    const shown = root()
    const stage = document.createElement('div')
    const isTaken = takeOver(shown, stage)
    for (const tap of ['pointerdown', 'pointerup', 'pointerdown'])
      shown.dispatchEvent(new Event(tap, { bubbles: true }))
    stage.innerHTML = '<main><p>here</p></main>'
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('pointerup'))
    await vi.advanceTimersByTimeAsync(0)
    await isTaken
    expect(root()).toBe(stage)
  })

  test('after four seconds even while it still waits: what it waits for is said then', async () => {
    const stage = document.createElement('div')
    const isTaken = takeOver(root(), stage)
    stage.innerHTML = '<main><p aria-busy="true">waits</p></main>'
    await vi.advanceTimersByTimeAsync(4000)
    await isTaken
    expect(root()).toBe(stage)
  })
})
