import { expect, it, vi } from 'vitest'
import type { ParkPhotos as Kept } from '../../src/contract/park-photos.ts'
import { applyParkPhotos } from '../../src/db/apply/park-photos.ts'
import { databases } from '../../src/db/databases.ts'
import ParkPhotos from '../../src/parts/photos/park-photos.tsx'
import { connection } from '../../src/signals/connection.ts'
import { render, setActing } from '../setup/render.tsx'

// No request is made here, since its outcome would change the connection state.
vi.mock('../../src/actions/park-photos.online.ts', () => ({
  loadParkPhotos: () => Promise.resolve({ ok: true, value: null }),
}))

const photo = (at: number, en: string): Kept['photos'][number] => ({
  ...{ photo_id: `019ad3a5-7c1e-7a30-8000-00000000000${String(at)}`, width: 1_600, height: 1_200 },
  files: [480, 960, 1_600].map((width) => ({ url: `/photos/${String(at).repeat(32)}-${String(width)}.webp`, width })),
  text: { en, fr: `${en}, en français` },
})

// Rows arrive from the database outside act().
async function open(id: number, photos: Kept['photos']): Promise<HTMLElement> {
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applyParkPhotos(databases, { photos: { park_id: id, photos }, savedAt: Date.now() })
  const page = await render(<ParkPhotos park={{ id, name: 'Front Street' }} />)
  setActing(false)
  return page
}

const named = (page: HTMLElement): readonly (string | null)[] =>
  [...page.querySelectorAll('img')].map((image) => image.getAttribute('alt'))

it('shows each photo with its text, its sizes and room for it, in the order of the operator', async () => {
  const page = await open(21, [photo(1, 'Entrance'), photo(2, 'Level 2')])
  await vi.waitFor(() => expect(named(page)).toEqual(['Entrance', 'Level 2']))
  const image = page.querySelector('img')
  expect(['width', 'height', 'sizes', 'loading'].map((name) => image?.getAttribute(name))).toEqual([
    ...['1600', '1200', '213px', 'lazy'],
  ])
  expect(image?.getAttribute('srcset')?.split(', ')).toHaveLength(3)
})

it('leaves nothing of a photo that cannot be loaded, and tries again once there is a connection', async () => {
  const page = await open(22, [photo(3, 'Entrance'), photo(4, 'Level 2')])
  await vi.waitFor(() => expect(named(page)).toHaveLength(2))
  const fail = () => page.querySelector('img')?.dispatchEvent(new Event('error'))
  fail()
  await vi.waitFor(() => expect(named(page)).toEqual(['Level 2']))
  fail()
  await vi.waitFor(() => expect(page.textContent).toBe(''))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await vi.waitFor(() => expect(named(page)).toEqual(['Entrance', 'Level 2']))
})

it('shows nothing where there are none', async () => {
  const page = await open(23, [])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.textContent).toBe('')
})
