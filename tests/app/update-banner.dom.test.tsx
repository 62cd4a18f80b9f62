import { act } from 'react'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { busyHere } from '../../src/app/update-blockers.ts'
import { waitingWorker } from '../../src/app/sw-bridge.ts'
import { UpdateBanner } from '../../src/app/update-banner.tsx'
import { LOCKS } from '../../src/config/lock-names.ts'
import { appOutdated } from '../../src/signals/app-outdated.ts'
import { render } from '../setup/render.tsx'
import { fakeLocks, holdLock } from './fake-worker.ts'

const postMessage = vi.fn<(data: unknown) => void>()
let locks: ReturnType<typeof fakeLocks>

beforeEach(() => {
  postMessage.mockReset()
  locks = fakeLocks()
  vi.stubGlobal('navigator', { locks })
  waitingWorker.set({ postMessage } as unknown as ServiceWorker)
})

const PLACES = [
  '/bookings',
  '/checkout/green-p',
  '/payment/stripe',
  '/verify',
  '/wallet/callback',
  '/booking-details/K7QM-4T2P/pass',
]

/** Renders the banner above a page with a field and links to other pages. */
const open = () =>
  render(
    <>
      <UpdateBanner />
      <input aria-label="Plate" />
      {PLACES.map((place) => (
        <Link key={place} to={place}>
          {place}
        </Link>
      ))}
    </>,
  )

const go = (host: HTMLElement, place: string) =>
  act(async () => host.querySelector<HTMLElement>(`a[href="${place}"]`)?.click())
const type = (host: HTMLElement) =>
  act(async () => host.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true })))
const accept = (host: HTMLElement) => act(async () => host.querySelector('button')?.click())

test('a release that waits is offered, and taken only on consent', async () => {
  const host = await open()
  expect(host.textContent).toContain('A new version is ready.')
  expect(postMessage).not.toHaveBeenCalled()
  await accept(host)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
})

test.each(PLACES.slice(1))('nothing is offered on %s', async (place) => {
  const host = await open()
  await go(host, place)
  expect(host.textContent).not.toContain('A new version is ready.')
  expect(busyHere.get()).toBe(true)
  await go(host, '/bookings')
  expect(host.textContent).toContain('A new version is ready.')
  expect(busyHere.get()).toBe(false)
})

test('nothing is offered while something typed would be lost', async () => {
  const host = await open()
  await type(host)
  expect(host.textContent).not.toContain('A new version is ready.')
  await go(host, '/bookings')
  expect(host.textContent).toContain('A new version is ready.')
})

test('fault 26: after a roll back the release that waits is offered, for a reload would bring the old one again', async () => {
  appOutdated.set(true)
  const host = await open()
  expect(host.textContent).toContain('A new version is ready.')
  await go(host, '/checkout/green-p')
  expect(host.textContent).toContain('A newer version is open in another tab.')
  await act(async () => waitingWorker.set(null))
  await go(host, '/bookings')
  expect(host.textContent).toContain('A newer version is open in another tab.')
  await act(async () => appOutdated.set(false))
})

test('another tab that would lose something is named as the reason', async () => {
  const host = await open()
  const end = holdLock(locks, LOCKS.busy, 'shared')
  await accept(host)
  expect(host.textContent).toContain('Something is unfinished in another tab.')
  expect(postMessage).not.toHaveBeenCalled()
  end()
  await vi.waitFor(async () => expect((await locks.query()).held).toEqual([]))
  await accept(host)
  expect(postMessage).toHaveBeenCalledOnce()
})
