import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { ActionError } from '../../../src/actions/failures.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { BookingFailure } from '../../../src/parts/booking-failure.tsx'
import { WalletChoice } from '../../../src/parts/wallet-choice.tsx'
import { render } from '../../setup/render.tsx'

vi.mock('../../../src/actions/connection.online.ts', () => ({ refreshWallet: () => Promise.resolve(null) }))
vi.mock('../../../src/queries/use-wallet.ts', () => ({
  useWallet: () => ({
    status: 'ready',
    fresh: true,
    savedAt: 0,
    value: { balance: -1_050, currency: 'CAD', held: 0, as_of: '2026-11-21T10:00:00Z' },
  }),
}))

const linkOf = (host: HTMLElement): string | null | undefined =>
  host.querySelector('[role="alert"] a')?.getAttribute('href')

test.each([true, false])(
  'the checkout says why nothing is booked, with the wallet chosen (%s) or not',
  async (isChosen) => {
    const host = await render(
      <WalletChoice
        currency="CAD"
        totalMinor={450}
        isSignedIn
        isGuest={false}
        isChosen={isChosen}
        onChoose={() => undefined}
        hint="Top up"
      />,
    )
    expect(host.textContent).toContain('Your wallet is C$10.50 below zero')
    expect(host.textContent).not.toContain('more in your wallet')
    // The negative balance plus the stay.
    expect(linkOf(host)).toBe('/wallet/add-funds?amount=1500')
  },
)

const REFUSED: ActionError = {
  kind: 'refused',
  code: 'wallet_below_zero',
  detail: 'Wallet below zero',
  extra: { missing: 1_500, balance: -1_050, currency: 'CAD' },
}

test('a refusal says so in French too, and leads to the top-up that is needed', async () => {
  const stay = {
    ...{ from: toInstant(0), until: toInstant(3_600_000), vehicleTypeId: 1 as const },
    ...{ change: () => undefined, changeVehicleType: () => undefined },
  }
  const host = await render(
    <BookingFailure
      failure={REFUSED}
      stay={stay}
      park={{ timezone: 'America/Toronto', country_code: 'CA' }}
      onAskAgain={() => undefined}
    />,
    'fr',
  )
  expect(host.textContent).toContain('Votre portefeuille est à découvert de 10,50')
  expect(host.textContent).toContain('a été repris')
  expect(linkOf(host)).toBe('/wallet/add-funds?amount=1500')
})
