import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { savePageSnapshots } from '../../src/app/snapshot/save-page-snapshots.ts'
import { showPageSnapshot } from '../../src/app/snapshot/show-page-snapshot.ts'
import { replaceSnapshot } from '../../src/app/snapshot/replace-snapshot.ts'
import { deletePageSnapshots, findPageSnapshot, savePageSnapshot } from '../../src/lib/page-snapshots.ts'

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
    savePageSnapshot(PASS, { ...still, html: '<main><form><input /></form></main>' })
    expect(showPageSnapshot(root(), { path: PASS, language: 'en', nowMs: NOW })).toBe(true)
    expect(root().querySelector('form')?.inert).toBe(true)
  })

  test.each([
    ['once it may be untrue', { nowMs: NOW + 1000 }],
    ['in another language', { language: 'fr' }],
    ['at another address', { path: '/' }],
  ])('is not shown %s', (_when, other) => {
    savePageSnapshot(PASS, still)
    expect(showPageSnapshot(root(), { path: PASS, language: 'en', nowMs: NOW, ...other })).toBe(false)
    expect(root().textContent).toBe('shell')
  })

  test('of another release is not shown: its class names mean nothing in this one', () => {
    savePageSnapshot(PASS, { ...still, build: '/assets/style-old.css' })
    expect(showPageSnapshot(root(), { path: PASS, language: 'en', nowMs: NOW })).toBe(false)
  })

  test.each(['{', '[]', 'null', '{"/booking-details/BW-1/pass":{"html":"<main></main>"}}'])(
    'and was spoiled is as good as none: %s',
    (text) => {
      localStorage.setItem('baywise-stills', text)
      expect(findPageSnapshot(PASS)).toBeUndefined()
    },
  )

  test('gives way to newer ones: five are kept', () => {
    const paths = ['/', '/a', '/b', '/c', '/d', '/e']
    for (const path of paths) savePageSnapshot(path, still)
    expect(paths.filter((path) => findPageSnapshot(path) === undefined)).toEqual(['/'])
  })

  test('is gone after a sign-out', () => {
    savePageSnapshot(PASS, still)
    deletePageSnapshots()
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
    savePageSnapshots(root)
    draw('<main data-keep-still=""><p aria-busy="true">waits</p></main>')
    await vi.advanceTimersByTimeAsync(400)
    expect(findPageSnapshot('/')).toBeUndefined()
    draw(
      `<main data-keep-still=""><p data-still-until="${NOW + 5000}" style="top: 1px">Parked</p><dialog open>menu</dialog></main>`,
    )
    await vi.advanceTimersByTimeAsync(400)
    expect(findPageSnapshot('/')).toMatchObject({ untilMs: NOW + 5000 })
    expect(findPageSnapshot('/')?.html).not.toMatch(/menu|style/)
    draw('<main><p>Nothing to keep</p></main>')
    await vi.advanceTimersByTimeAsync(6000)
    expect(findPageSnapshot('/')).toBeUndefined()
  })

  test('which vehicle was chosen is kept, though a copy of the page forgets it', async () => {
    draw('<main data-keep-still=""><select><option>A</option><option>B</option></select></main>')
    const select = root().querySelector('select') ?? expect.fail('no select')
    select.selectedIndex = 1
    savePageSnapshots(root)
    await vi.advanceTimersByTimeAsync(400)
    expect(findPageSnapshot('/')?.html).toContain('<option selected="">B</option>')
  })
})

describe('the app takes over', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('only when the same page stands complete, and not under a finger', async () => {
    const shown = root()
    const stage = document.createElement('div')
    const isTaken = replaceSnapshot(shown, stage)
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
    const isTaken = replaceSnapshot(shown, stage)
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
    const isTaken = replaceSnapshot(root(), stage)
    stage.innerHTML = '<main><p aria-busy="true">waits</p></main>'
    await vi.advanceTimersByTimeAsync(4000)
    await isTaken
    expect(root()).toBe(stage)
  })
})
