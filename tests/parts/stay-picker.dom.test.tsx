import { act, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS, mustInstant, toInstant, type Instant } from '../../src/domain/instant.ts'
import { StayPicker } from '../../src/parts/stay-picker.tsx'
import StayRuler from '../../src/parts/stay-ruler.tsx'
import StaySheet, { type StaySheetProps } from '../../src/parts/stay-sheet.tsx'
import { type PricedPark, useStayPrices } from '../../src/parts/use-stay-prices.ts'
import { render, setActing } from '../setup/render.tsx'
import { makePark, makeRate } from '../screens/find/park-fixture.ts'

/** 10:00 in Toronto. */
const FROM = mustInstant('2026-11-23T15:00:00Z')
const stay = { from: FROM, until: toInstant(FROM + 3 * HOUR_MS), vehicleTypeId: 1 } as const
const changed = vi.fn<(stay: { readonly from: Instant; readonly until: Instant }) => void>()

/** C$3.00 an hour, at most C$9.00 a day. */
const capped = (): PricedPark => {
  const rate = makeRate(300)
  return makePark({
    rate: { ...rate, tariff: { ...rate.tariff, caps: [{ kind: 'day', amount: 900, starts_at_minute: 420 }] } },
  })
}

/** A flat price on Saturdays and Sundays, so that a longer stay may cost less. */
const withWeekend = (): PricedPark => {
  const { rate, ...park } = capped()
  const weekend: (typeof rate.tariff.packages)[number] = {
    ...{ kind: 'weekend', amount: 500 },
    window: { days: [0, 6], from_minute: 0, to_minute: 1_440 },
  }
  return { ...park, rate: { ...rate, tariff: { ...rate.tariff, packages: [weekend] } } }
}

const buttonOf = (host: HTMLElement, text: string): HTMLButtonElement => {
  const found = [...host.querySelectorAll('button')].find(
    (button) => button.textContent.startsWith(text) || button.getAttribute('aria-label') === text,
  )
  if (found === undefined) throw new Error(`no button ${text}`)
  return found
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(FROM - MINUTE_MS)
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  changed.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('each usual end says what it costs, and one tap takes it', async () => {
  const host = await render(<StayPicker park={capped()} stay={stay} onChange={changed} />)
  const tiles = [...host.querySelectorAll('[aria-pressed]')].map((tile) => tile.textContent.replaceAll('\u00a0', ' '))
  expect(tiles).toEqual(['30 minC$3.00', '1 hC$3.00', '2 hC$6.00', 'Until 18:00C$9.00', 'All day, to 07:00C$9.00'])
  act(() => buttonOf(host, '2\u00a0h').click())
  expect(changed).toHaveBeenCalledWith({ from: FROM, until: FROM + 2 * HOUR_MS })
})

test('the free step is said, and why it is free', async () => {
  const host = await render(<StayPicker park={capped()} stay={stay} onChange={changed} />)
  expect(host.textContent.replaceAll('\u00a0', ' ')).toContain('18 h more costs nothing: day maximum')
})

test('what was said of another stay is not to be read any more, and keeps its room', async () => {
  function Picker() {
    const [until, setUntil] = useState<Instant>(stay.until)
    const park = useState(withWeekend)[0]
    return <StayPicker park={park} stay={{ ...stay, until }} onChange={(next) => setUntil(next.until)} />
  }
  const host = await render(<Picker />)
  const old = () =>
    [...host.querySelectorAll('[data-old]')].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('costs nothing'))
  expect(old()).toEqual([])
  setActing(true)
  act(() => buttonOf(host, '1\u00a0h').click())
  expect(old()).toEqual(['18 h more costs nothing: day maximum'])
  setActing(false)
  await vi.waitFor(() => expect(old()).toEqual([]))
  expect(host.textContent).not.toContain('18\u00a0h more')
})

test('a start that has passed is said, and is moved by the driver alone', async () => {
  vi.setSystemTime(FROM + 20 * MINUTE_MS)
  const host = await render(<StayPicker park={capped()} stay={stay} onChange={changed} />)
  expect(host.textContent).toContain('The start, 10:00, has passed.')
  expect(changed).not.toHaveBeenCalled()
  act(() => buttonOf(host, 'Start now').click())
  const start = FROM + 20 * MINUTE_MS
  expect(changed).toHaveBeenCalledWith({ from: start, until: start + 3 * HOUR_MS })
})

test('the exact times are one tap away', async () => {
  const host = await render(<StayPicker park={capped()} stay={stay} onChange={changed} />)
  expect(host.querySelector('input')).toBeNull()
  act(() => buttonOf(host, 'Set exact times').click())
  expect([...host.querySelectorAll('input')].map((input) => input.value)).toEqual([
    '2026-11-23T10:00',
    '2026-11-23T13:00',
  ])
})

test('exact times that end before they begin are there at once, with the reason', async () => {
  const reversed = { ...stay, until: toInstant(FROM - HOUR_MS) }
  const host = await render(<StayPicker park={capped()} stay={reversed} onChange={changed} error="Ends too early" />)
  expect(host.querySelectorAll('input')).toHaveLength(2)
  expect(host.querySelector('[role=alert]')?.textContent).toBe('Ends too early')
})

test('a car park whose price nobody knows offers no times, and says why', async () => {
  const { rate } = capped()
  const unpriced = { ...capped(), rate: { ...rate, tariff: { ...rate.tariff, windows: [] } } }
  const host = await render(<StayPicker park={unpriced} stay={stay} onChange={changed} error="No price" />)
  expect(host.querySelectorAll('button, input')).toHaveLength(0)
  expect(host.textContent).toBe('No price')
})

test('times are said in the zone of the car park, which is named where the phone’s differs', async () => {
  const host = await render(
    <StayPicker park={{ ...capped(), timezone: 'Asia/Tokyo' }} stay={stay} onChange={changed} />,
  )
  expect(host.textContent).toContain('Times are local to the car park: Japan Standard Time.')
})

/** Renders the sheet with its prices, as the picker opens it. */
function Sheet(props: Omit<StaySheetProps, 'prices'>) {
  return <StaySheet {...props} prices={useStayPrices(props.park, props.stay)} />
}

function Ruler({ start, shortest = 5, longest = 24 * 60 }: { start: number; shortest?: number; longest?: number }) {
  const [until, setUntil] = useState(toInstant(FROM + start * MINUTE_MS))
  return (
    <StayRuler
      label="Until"
      from={FROM}
      until={until}
      shortest={toInstant(FROM + shortest * MINUTE_MS)}
      longest={toInstant(FROM + longest * MINUTE_MS)}
      lengthFrom={FROM}
      zone="America/Toronto"
      currency="CAD"
      priceAt={(at) => Math.ceil((at - FROM) / HOUR_MS) * 300}
      onChange={setUntil}
    />
  )
}

const sliderOf = (host: HTMLElement): HTMLElement => {
  const slider = host.querySelector<HTMLElement>('[role=slider]')
  if (slider === null) throw new Error('no slider')
  slider.setPointerCapture = () => undefined
  return slider
}
const said = (host: HTMLElement) => sliderOf(host).getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')
const press = (host: HTMLElement, key: string) =>
  act(() => void sliderOf(host).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const point = (host: HTMLElement, type: string, clientX: number) =>
  act(() => void sliderOf(host).dispatchEvent(new MouseEvent(type, { clientX, button: 0, bubbles: true })))

test('the ruler is a slider for the keyboard, and says end, length and price in words', async () => {
  const host = await render(<Ruler start={180} />)
  expect(said(host)).toBe('13:00, 3 h, C$9.00')
  press(host, 'ArrowRight')
  expect(said(host)).toBe('13:05, 3 h 05, C$12.00')
  press(host, 'ArrowDown')
  press(host, 'PageUp')
  expect(said(host)).toBe('14:00, 4 h, C$12.00')
  press(host, 'PageDown')
  press(host, 'Home')
  expect(said(host)).toBe('10:05, 5 min, C$3.00')
  press(host, 'ArrowLeft')
  press(host, 'PageDown')
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('5')
  press(host, 'End')
  press(host, 'PageUp')
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('1440')
})

test('pushing the scale to the left moves the end on in steps of five minutes; a tap goes where it lands', async () => {
  const host = await render(<Ruler start={180} />)
  point(host, 'pointerdown', 200)
  point(host, 'pointermove', 154)
  expect(said(host)).toBe('13:30, 3 h 30, C$12.00')
  point(host, 'pointermove', 160)
  expect(said(host)).toBe('13:25, 3 h 25, C$12.00')
  point(host, 'pointerup', 160)
  point(host, 'pointermove', 20)
  expect(said(host)).toBe('13:25, 3 h 25, C$12.00')
  sliderOf(host).getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  point(host, 'pointerdown', 196)
  point(host, 'pointerup', 197)
  expect(said(host)).toBe('13:55, 3 h 55, C$12.00')
})

test('an end before the start, or after the longest stay, cannot be reached however far the ruler is pushed', async () => {
  const host = await render(<Ruler start={60} shortest={30} longest={120} />)
  point(host, 'pointerdown', 200)
  point(host, 'pointermove', 100_000)
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('30')
  point(host, 'pointermove', -100_000)
  point(host, 'pointerup', -100_000)
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('120')
  act(() => buttonOf(host, '30 min more').click())
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('120')
  act(() => buttonOf(host, '30 min less').click())
  expect(sliderOf(host).getAttribute('aria-valuenow')).toBe('90')
})

test('over the night on which the clock is put back an hour of the ruler is an hour of the stay', async () => {
  // 00:30 on 1 November in Toronto, an hour and a half before 02:00 becomes 01:00.
  const from = mustInstant('2026-11-01T04:30:00Z')
  vi.setSystemTime(from)
  const late = { ...stay, from, until: toInstant(from + HOUR_MS) }
  const host = await render(
    <Sheet park={capped()} stay={late} onUse={() => undefined} onExact={() => undefined} onClose={() => undefined} />,
  )
  expect(said(host)).toBe('1:30, 1 h, C$3.00'.replace('1:30', '01:30'))
  press(host, 'PageUp')
  expect(said(host)).toBe('01:30, 2 h, C$6.00')
})

test('the sheet moves nothing behind it until its end is used', async () => {
  const use = vi.fn<(until: Instant) => void>()
  const host = await render(
    <Sheet park={capped()} stay={stay} onUse={use} onExact={() => undefined} onClose={() => undefined} />,
  )
  press(host, 'ArrowLeft')
  press(host, 'PageDown')
  expect(use).not.toHaveBeenCalled()
  act(() => buttonOf(host, 'Stay until 11:55').click())
  expect(use).toHaveBeenCalledWith(FROM + 115 * MINUTE_MS)
})

test('the sheet begins at an end that can be had, whatever the address says', async () => {
  const host = await render(
    <Sheet
      park={capped()}
      stay={{ ...stay, until: toInstant(FROM - HOUR_MS) }}
      onUse={() => undefined}
      onExact={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(said(host)).toBe('10:05, 5 min, C$3.00')
})

test('the sheet is drawn out of sight, and forgets what was moved in it and not used', async () => {
  const host = await render(<StayPicker park={capped()} stay={stay} onChange={changed} />)
  setActing(false)
  await vi.waitFor(() => expect(host.querySelector('dialog')).not.toBeNull())
  setActing(true)
  const sheet = () => host.querySelector('dialog')
  expect([sheet()?.open, sheet()?.style.display]).toEqual([false, 'none'])
  act(() => buttonOf(host, 'Change').click())
  expect([sheet()?.open, sheet()?.style.display]).toEqual([true, ''])
  press(host, 'PageDown')
  expect(said(host)).not.toBe('13:00, 3 h, C$9.00')
  act(() => buttonOf(host, 'Close').click())
  expect([sheet()?.open, sheet()?.style.display]).toEqual([false, 'none'])
  act(() => buttonOf(host, 'Change').click())
  expect(said(host)).toBe('13:00, 3 h, C$9.00')
  expect(changed).not.toHaveBeenCalled()
})
