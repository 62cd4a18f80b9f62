/** In the sandbox, what renewing documents costs, marked as invented: no state's prices. */
import { RENEWAL_COUNTRY } from '../../src/domain/vehicle-documents.ts'
import { findDocumentFees, saveDocumentFees } from '../repositories/documents.ts'
import type { ProviderDeps } from './deps.ts'

/** Kobo; VAT of 7.5 % is inside the service fee. */
const DEMO_FEES = {
  country_code: RENEWAL_COUNTRY,
  currency: 'NGN',
  fees: { licence: 625_000, roadworthiness: 415_000, insurance: 500_000, hackney: 350_000 },
  service: 150_000,
  vat: 7_500,
  days: { checked: 1, at_office: 2, done: 22 },
  demo: true,
} as const

export async function ensureDemoDocuments({
  db,
  clock,
  config,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.sandbox || (await findDocumentFees(db, RENEWAL_COUNTRY)) !== undefined) return
  await saveDocumentFees(db, DEMO_FEES, clock.now())
}
