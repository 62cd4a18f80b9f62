import { saveDocumentFees } from '../../../provider/repositories/documents.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { moveRenewal } from '../../../provider/services/documents.ts'
import type { DocumentFeesWire } from '../../../src/contract/documents-page.ts'
import type { RenewalStage } from '../../../src/domain/document-kinds.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { Shop } from '../shop-thing.ts'
import type { SeedSetup } from '../target.ts'

/** In kobo; chosen so that no sum is round. */
const FEES: DocumentFeesWire = {
  country_code: 'NG',
  currency: 'NGN',
  fees: { licence: 312_533, roadworthiness: 207_511, insurance: 250_077, hackney: 175_003 },
  service: 75_001,
  vat: 7_500,
  days: { checked: 1, at_office: 2, done: 22 },
  demo: true,
}

/** Enough for two documents, but not for three. */
const BALANCE_MINOR = 900_000

/** Opens a naira wallet for each driver. The fees are the same in every world of this database. */
export async function openDocuments(
  db: ProviderDeps['db'],
  { now, random }: SeedSetup,
  drivers: readonly UserId[],
): Promise<Shop['documents']> {
  const nowMs = now()
  await saveDocumentFees(db, FEES, nowMs)
  for (const userId of drivers)
    await db.query('select open_wallet($1, $2, $3, $4, $5)', [
      ...[userId, FEES.currency, uuid7(nowMs, random), BALANCE_MINOR],
      new Date(nowMs),
    ])
  return { fees: FEES, balanceMinor: BALANCE_MINOR }
}

/** Moves every renewal that can take this step. */
export async function moveRenewals(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  drivers: readonly UserId[],
  stage: RenewalStage,
): Promise<void> {
  const codes = await db.query<{ code: string }>(
    'select code from document_renewals where user_id = any($1) order by created_at, renewal_id',
    [drivers],
  )
  const reason = stage === 'rejected' ? 'Unreadable' : null
  for (const { code } of codes)
    await db.transaction((tx) => moveRenewal(tx, { code, stage, reason, nowMs: toInstant(clock.now()) }))
}
