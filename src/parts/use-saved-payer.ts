import type { Company } from '../contract/companies.ts'
import type { Currency } from '../domain/money.ts'
import { useCompanies } from '../queries/use-companies.ts'

export interface SavedPayer {
  /** Those that pay in the currency. */
  readonly companies: readonly Company[]
  /** As the driver chose the last time; null: the driver pays. */
  readonly chosen: Company | null
}

/** Who pays for the driver's bookings, with no signal too. Null until it is read: nothing is booked before. */
export function useSavedPayer(currency: Currency): SavedPayer | null {
  const saved = useCompanies()
  if (saved.status !== 'ready') return null
  const { companies: known, payer } = saved.value
  const companies = (known ?? []).filter((company) => company.role !== null && company.currency === currency)
  return { companies, chosen: companies.find(({ company_id: id }) => id === payer) ?? null }
}
