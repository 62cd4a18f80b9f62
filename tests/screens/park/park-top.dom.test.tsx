import 'fake-indexeddb/auto'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ParkTop } from '../../../src/screens/park/park-top.tsx'
import { render } from '../../setup/render.tsx'
import { makePark } from '../find/park-fixture.ts'

const tapShare = (page: HTMLElement) =>
  act(async () => page.querySelector<HTMLButtonElement>('[aria-label="Share"]')?.click())

const give = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
})

it('gives the link to copy by hand when the clipboard refuses', async () => {
  const refused = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  give('clipboard', { writeText: refused })
  const page = await render(<ParkTop park={makePark({ slug: 'mall' })} />)
  await tapShare(page)
  expect(page.querySelector('[role="alert"]')?.textContent).toBe(
    'The link couldn’t be copied. Copy it yourself: http://localhost:3000/park/mall',
  )
  expect(vi.mocked(console.warn).mock.lastCall?.[0]).toContain('share failed')
  vi.mocked(console.warn).mockClear()
})

it('says nothing when the driver closes the share sheet', async () => {
  give('share', () => Promise.reject(new DOMException('closed', 'AbortError')))
  const page = await render(<ParkTop park={makePark({ slug: 'mall' })} />)
  await tapShare(page)
  expect(page.querySelector('[role="alert"]')).toBeNull()
})
