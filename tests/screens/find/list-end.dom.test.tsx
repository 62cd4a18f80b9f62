import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { SEARCH_LIMIT } from '../../../src/domain/search-text.ts'
import { parseListAddress } from '../../../src/screens/find/list-address.ts'
import { ParkPageList } from '../../../src/screens/find/park-page-list.tsx'
import { parkOf } from '../../db/support/park.ts'
import { render } from '../../setup/render.tsx'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the list's text when the provider counts `total` car parks. */
async function textOf(total: number): Promise<string> {
  const list = { items: [parkOf({ id: 1 })], total, page: 1, size: 20, pages: Math.ceil(total / 20) }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(list)))
  const page = await render(
    <ParkPageList address={parseListAddress(new URLSearchParams({ search: `of ${total}` }), 'CA')} />,
  )
  for (let tried = 0; tried < 100 && !page.textContent.includes('Showing'); tried += 1) await act(() => pause(20))
  expect(page.textContent).toContain('Showing')
  return page.textContent
}

it('says that the list ends where the provider counts no further', async () => {
  expect(await textOf(SEARCH_LIMIT)).toContain('The list ends at 2,000 car parks')
})

it('says nothing of an end where the count is whole', async () => {
  expect(await textOf(SEARCH_LIMIT - 1)).not.toContain('The list ends')
})
