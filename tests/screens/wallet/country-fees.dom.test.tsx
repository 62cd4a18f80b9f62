import { expect, test } from 'vitest'
import { FeeNote } from '../../../src/screens/wallet/country-fees.tsx'
import { render } from '../../setup/render.tsx'

const textOf = (host: HTMLElement): string => host.textContent.replaceAll('\u00a0', ' ')

test('a country whose tariffs have no fee is said to have none', async () => {
  expect(textOf(await render(<FeeNote fees={[]} country={{ code: 'NG' }} />))).toBe('Nigeria: no service fee.')
})

test('the fees of a country are said as the provider gives them, flat or by share', async () => {
  const fee = { name: 'service', currency: 'CAD', taxed: false } as const
  const fees = [
    { ...fee, code: 'service', kind: 'flat', value: 50 },
    { ...fee, code: 'city', kind: 'percent', value: 250 },
  ] as const
  expect(textOf(await render(<FeeNote fees={fees} country={{ code: 'CA' }} />))).toBe(
    'Canada: service fee of C$0.50, 2.5%, in the price that you see.',
  )
})
