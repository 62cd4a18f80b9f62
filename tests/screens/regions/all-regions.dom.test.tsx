import { act } from 'react'
import { expect, test } from 'vitest'
import type { RegionOffer } from '../../../src/queries/use-regions.ts'
import { AllRegions } from '../../../src/screens/regions/all-regions.tsx'
import { render } from '../../setup/render.tsx'

const offers = ['Dakar', 'Thiès', 'Mbour', 'Saly', 'Touba', 'Kaolack', 'Ziguinchor', 'Rufisque'].map(
  (name) =>
    ({
      region: `sn-${name}`,
      name,
      state: null,
      country_code: 'SN',
      parks: 3,
      bytes: 1_000,
      streets: [],
    }) as unknown as RegionOffer,
)

async function found(typed: string): Promise<readonly string[]> {
  const host = await render(<AllRegions free={offers} onShow={() => undefined} />)
  const input = host.querySelector('input')
  await act(async () => {
    // React listens to the field's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  if (host.querySelector('li') === null) expect(host.textContent).toContain('No region of that name.')
  return [...host.querySelectorAll('li')].map(({ textContent }) => textContent)
}

test.each(['thies', 'THIÈS', '  Thiès '])(
  '%j finds the region whatever its accents, case and spaces',
  async (typed) => {
    expect(await found(typed)).toEqual([expect.stringContaining('Thiès')])
  },
)

test.each(['x'.repeat(10_000), '<script>alert(1)</script>', "'; drop table regions; --"])(
  'what is no region finds none and says so: %#',
  async (typed) => {
    expect(await found(typed)).toEqual([])
  },
)

test('signs without letters narrow nothing', async () => {
  expect(await found('🚗')).toHaveLength(offers.length)
})

test('a name that was turned round is read as it was meant', async () => {
  expect(await found('\u202eDakar\u202c;')).toEqual([expect.stringContaining('Dakar')])
})
