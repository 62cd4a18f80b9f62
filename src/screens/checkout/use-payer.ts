import { choosePayer, loadCompanies } from '../../actions/companies.online.ts'
import type { Company } from '../../contract/companies.ts'
import type { Park } from '../../contract/parks.ts'
import { type PaymentChoice, usePaymentChoice } from '../../parts/use-payment-choice.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { type SavedPayer, useSavedPayer } from '../../parts/use-saved-payer.ts'

export interface PayerOffer {
  /** Companies whose currency is that of the car park. */
  readonly companies: readonly Company[]
  /** Null when the driver pays. */
  readonly chosen: Company | null
  readonly choose: (company: Company | null) => void
}

interface Paying {
  readonly totalMinor: number | null
  readonly hasAccount: boolean
  readonly isGuest: boolean
}

const NOBODY: SavedPayer = { companies: [], chosen: null }

/** Returns who pays, as last chosen, and how: a company only pays from its wallet. */
export function usePayer(
  park: Pick<Park, 'country_code' | 'currency'>,
  { hasAccount, ...paying }: Paying,
): { readonly payer: PayerOffer; readonly payment: PaymentChoice } {
  const saved = useSavedPayer(park.currency)
  const payment = usePaymentChoice(park, paying)
  useRefresh(loadCompanies, hasAccount)
  const { companies, chosen } = saved !== null && hasAccount ? saved : NOBODY
  const choose = (company: Company | null): void => void choosePayer(company?.company_id ?? null)
  return {
    payer: { companies, chosen, choose },
    payment: chosen === null ? payment : { ...payment, chosen: null },
  }
}
