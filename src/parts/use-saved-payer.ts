import type { Company } from '../contract/companies.ts'
import type { Currency } from '../domain/money.ts'
import { useCompanies } from '../queries/use-companies.ts'

export interface SavedPayer {
  /** Companies that pay in this currency. */
  readonly companies: readonly Company[]
  /** The driver's last choice; null when the driver pays. */
  readonly chosen: Company | null
}

/** Returns who pays for the driver's bookings, also offline. Null until it has been read; nothing is booked before. */
export function useSavedPayer(currency: Currency): SavedPayer | null {
  const saved = useCompanies()
  if (saved.status !== 'ready') return null
  const { companies: known, payer } = saved.value
  const companies = (known ?? []).filter((company) => company.role !== null && company.currency === currency)
  return { companies, chosen: companies.find(({ company_id: id }) => id === payer) ?? null }
}
