/** In the sandbox, prices for renewing documents, marked as invented: no state's real prices. */
import { RENEWAL_COUNTRY } from '../../src/domain/vehicle-documents.ts'
import { findDocumentFees, saveDocumentFees } from '../repositories/documents.ts'
import type { ProviderDeps } from './deps.ts'

/** Kobo; the service fee includes VAT of 7.5 %. */
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
