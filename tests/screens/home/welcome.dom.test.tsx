import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countryDetection } from '../../../src/signals/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../../../src/signals/selected-country.ts'
import Welcome from '../../../src/screens/home/welcome.tsx'
import { isWelcomeDue } from '../../../src/stores/welcome.ts'
import { render } from '../../setup/render.tsx'

const IP = '203.0.113.7'
const FAILED: SelectedCountry = {
  code: 'US',
  name: 'United States',
  autoDetected: false,
  fallback: true,
  errorFallback: true,
  ip: IP,
  city: null,
  region: null,
}
const FOUND: SelectedCountry = {
  ...FAILED,
  code: 'SN',
  name: 'Senegal',
  autoDetected: true,
  fallback: false,
  city: 'Dakar',
}

let isWide = false
beforeEach(() => {
  isWide = false
  localStorage.clear()
  selectedCountry.set(null)
  countryDetection.set({ isRunning: false, ip: null })
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => vi.unstubAllGlobals())

/** Only this mock is restored, because the console is watched by another one. */
let restoreClock = () => {}
afterEach(() => restoreClock())
function clockIs(timeZone: string): void {
  const options = { ...new Intl.DateTimeFormat('en').resolvedOptions(), timeZone }
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  restoreClock = () => spy.mockRestore()
}

async function open(onEnd = vi.fn()) {
  const host = await render(<Welcome onEnd={onEnd} />)
  const button = (name: string) => {
    const found = [...host.querySelectorAll('button')].find((one) => one.textContent === name)
    if (found === undefined) throw new Error(`no button ${name} in: ${host.textContent}`)
    return found
  }
  return {
    host,
    onEnd,
    status: () => host.querySelector('[role="status"]')?.textContent?.trim(),
    checked: () => host.querySelector('input:checked')?.closest('label')?.textContent,
    button,
    press: (name: string) => act(async () => button(name).click()),
    pick: (name: string) =>
      act(async () =>
        [...host.querySelectorAll('label')]
          .find((label) => label.textContent.includes(name))
          ?.querySelector('input')
          ?.click(),
      ),
  }
}

test('a detection that failed says so and asks, without an address and without a choice made for the driver', async () => {
  clockIs('Europe/Oslo')
  selectedCountry.set(FAILED)
  const { host, status, checked, button, onEnd, press } = await open()
  expect(status()).toBe('We couldn’t tell your country. Choose it:')
  expect(host.textContent).not.toContain(IP)
  expect(checked()).toBeUndefined()
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
  await press('Continue')
  expect(selectedCountry.get()).toEqual(FAILED)
  expect(onEnd).not.toHaveBeenCalled()
})

test('after a detection that failed the clock of the phone is a marked guess', async () => {
  clockIs('Africa/Dakar')
  selectedCountry.set(FAILED)
  const { status, checked } = await open()
  expect(status()).toBe('Senegal is a guess from this phone’s clock. We couldn’t tell your country. Choose it:')
  expect(checked()).toContain('Senegal')
})

test('a country found by the connection is a marked guess, without the address', async () => {
  selectedCountry.set(FOUND)
  const { host, status, checked } = await open()
  expect(status()).toBe('Senegal is a guess from your connection.')
  expect(host.textContent).not.toContain(IP)
  expect(checked()).toContain('Senegal')
})

test('a country that is not served is said, and another one is asked for', async () => {
  clockIs('Europe/Paris')
  selectedCountry.set({ ...FAILED, errorFallback: false })
  const { status, checked } = await open()
  expect(status()).toBe('Baywise isn’t in your country yet. Choose another:')
  expect(checked()).toBeUndefined()
})

test('while the country is looked up it can be chosen already, and what comes later changes nothing', async () => {
  const { status, pick, press } = await open()
  expect(status()).toBe('Detecting your location...')
  await pick('Nigeria')
  await act(async () => selectedCountry.set(FOUND))
  await press('Continue with Nigeria')
  expect(selectedCountry.get()).toMatchObject({ code: 'NG', autoDetected: false, fallback: false })
})

test('three cards: the country, then two promises; the last one ends it for this phone', async () => {
  selectedCountry.set(FOUND)
  const { host, onEnd, press } = await open()
  expect(host.textContent).toContain('1 of 3')
  await press('Continue with Senegal')
  expect(host.textContent).toContain('2 of 3')
  await press('Next')
  expect(host.textContent).toContain('3 of 3')
  expect(onEnd).not.toHaveBeenCalled()
  await press('Done')
  expect(onEnd).toHaveBeenCalledOnce()
  expect(isWelcomeDue()).toBe(false)
})

test('skipped, it stays away, and the guess stays a guess', async () => {
  selectedCountry.set(FOUND)
  expect(isWelcomeDue()).toBe(true)
  const { onEnd, press } = await open()
  await press('Skip')
  expect(onEnd).toHaveBeenCalledOnce()
  expect(isWelcomeDue()).toBe(false)
  expect(selectedCountry.get()).toEqual(FOUND)
})

test('a country chosen elsewhere answers the question', async () => {
  selectedCountry.set(FOUND)
  const { onEnd } = await open()
  await act(async () => selectedCountry.set({ ...FOUND, autoDetected: false }))
  expect(onEnd).toHaveBeenCalled()
  expect(isWelcomeDue()).toBe(false)
})

test('a large screen, which says the promises below, asks for the country alone', async () => {
  isWide = true
  selectedCountry.set(FOUND)
  const { host, onEnd, press } = await open()
  expect(host.textContent).not.toContain('of 3')
  await press('Continue with Senegal')
  expect(onEnd).toHaveBeenCalled()
  expect(selectedCountry.get()).toMatchObject({ code: 'SN', autoDetected: false })
})
