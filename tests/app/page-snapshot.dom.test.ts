import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { savePageSnapshots } from '../../src/app/snapshot/save-page-snapshots.ts'
import { keepPresses } from '../../src/app/snapshot/kept-press.ts'
import { showPageSnapshot } from '../../src/app/snapshot/show-page-snapshot.ts'
import { replaceSnapshot } from '../../src/app/snapshot/replace-snapshot.ts'
import { cancelBooking } from '../../src/actions/bookings.ts'
import { applySignOut } from '../../src/db/apply/session.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { must } from '../../src/lib/assert.ts'
import { findPageSnapshot, savePageSnapshot } from '../../src/lib/page-snapshots.ts'
import { createRig } from '../sync/support/outbox-phone.ts'
import { offline } from '../sync/support/test-phone.ts'

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

  test('is gone after a sign-out', async () => {
    const { phone } = await createRig()
    savePageSnapshot(PASS, still)
    await applySignOut(phone.dbs)
    expect(localStorage.getItem('baywise-stills')).toBeNull()
  })

  test('is gone once its driver has given the booking up, also with no signal', async () => {
    const { phone } = await createRig()
    phone.line.through = offline
    savePageSnapshot(PASS, still)
    const { value: bookings } = await readBookings(phone.dbs)
    const booking = must(bookings[0], 'the booking')
    expect((await cancelBooking({ booking, minRefundMinor: 600 }, phone)).ok).toBe(true)
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

describe('what is pressed on a still', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const showStill = (html: string): HTMLElement => {
    savePageSnapshot('/', { ...still, untilMs: Date.now() + 1000, html: `<main>${html}</main>` })
    showPageSnapshot(root(), { path: '/', language: 'en', nowMs: Date.now() })
    keepPresses(root())
    return root()
  }
  const press = (place: HTMLElement, text: string): void =>
    [...place.querySelectorAll<HTMLElement>('a, button')].find((control) => control.textContent === text)?.click()
  /** Renders the app beside the snapshot and records what is pressed in it. */
  const takeOver = async (
    html: string,
  ): Promise<{ readonly stage: HTMLElement; readonly pressed: readonly string[] }> => {
    const stage = document.createElement('div')
    const pressed: string[] = []
    stage.addEventListener('click', (event) => {
      event.preventDefault()
      pressed.push(event.target instanceof Element ? event.target.id : '')
    })
    const isTaken = replaceSnapshot(root(), stage)
    stage.innerHTML = `<main>${html}</main>`
    await vi.advanceTimersByTimeAsync(0)
    await isTaken
    return { stage, pressed }
  }

  test('is pressed once in the app: the last press alone, on the control at the same place among its like', async () => {
    const shown = showStill(
      '<a href="/x">Park</a><button>Extend</button><button>Cancel</button><button>Cancel</button>',
    )
    press(shown, 'Extend')
    shown.querySelectorAll('button')[2]?.click()
    const { pressed } = await takeOver(
      '<button id="a">Cancel</button><button id="b">Cancel</button><button>Extend</button>',
    )
    expect(pressed).toEqual(['b'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(pressed).toEqual(['b'])
  })

  test('a link is found by where it leads, whatever it says by now', async () => {
    press(showStill('<a href="/park/one">3 free</a><a href="/park/two">4 free</a>'), '4 free')
    const { pressed } = await takeOver('<a id="two" href="/park/two">Full</a><a id="one" href="/park/one">4 free</a>')
    expect(pressed).toEqual(['two'])
  })

  test('a link whose times have moved on since is found by its page, where all that lead there are alike', async () => {
    press(showStill('<a href="/park/one?from=1">One</a><a href="/park/two?from=1">Two</a>'), 'Two')
    const { pressed } = await takeOver(
      '<a id="one" href="/park/one?from=2">One</a><a id="two" href="/park/two?from=2">Two</a>',
    )
    expect(pressed).toEqual(['two'])
  })

  test('a link to a page that several others lead to as well is not guessed', async () => {
    press(showStill('<a href="/search?at=a">A</a><a href="/search?at=b">B</a>'), 'A')
    const { pressed } = await takeOver('<a id="c" href="/search?at=c">C</a><a id="b" href="/search?at=b">B</a>')
    await vi.advanceTimersByTimeAsync(3000)
    expect(pressed).toEqual([])
  })

  test('is not done where another control of the same words has come: it could be the wrong one', async () => {
    press(showStill('<button>Cancel</button>'), 'Cancel')
    const { pressed } = await takeOver('<button id="a">Cancel</button><button id="b">Cancel</button>')
    await vi.advanceTimersByTimeAsync(3000)
    expect(pressed).toEqual([])
  })

  test('waits for a part of the app that comes later, until the driver presses something else', async () => {
    press(showStill('<button>Pass</button>'), 'Pass')
    const first = await takeOver('<p>here</p>')
    first.stage.insertAdjacentHTML('beforeend', '<button id="late">Pass</button>')
    await vi.advanceTimersByTimeAsync(50)
    expect(first.pressed).toEqual(['late'])

    document.body.innerHTML = '<div id="root"></div>'
    press(showStill('<button>Pass</button>'), 'Pass')
    const second = await takeOver('<p>here</p>')
    window.dispatchEvent(new Event('pointerdown'))
    second.stage.insertAdjacentHTML('beforeend', '<button id="late">Pass</button>')
    await vi.advanceTimersByTimeAsync(50)
    expect(second.pressed).toEqual([])
  })

  test('a field of a form, which rests on the still, has the focus in the app', async () => {
    const shown = showStill('<form><input name="place" /></form>')
    const field = shown.querySelector('input') ?? expect.fail('no field')
    vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 40))
    shown
      .querySelector('main')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: 50, clientY: 30 }))
    await takeOver('<form><input name="place" id="place" /></form>')
    expect(document.activeElement?.id).toBe('place')
  })
})
