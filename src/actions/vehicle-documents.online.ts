import { clientAs } from '../api/client.ts'
import { getDocuments } from '../api/documents-page.ts'
import type { Renewal } from '../contract/vehicle-documents.ts'
import { applyDocumentDraft, applyDocuments, applyScanPicture } from '../db/apply/documents-page.ts'
import { pullStart } from '../db/apply/pull-order.ts'
import type { DocumentDraft } from '../db/read/vehicle-documents.ts'
import type { DocumentDates, DocumentKind } from '../domain/document-kinds.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult, forUser } from './requests.ts'
import { ask, attemptAsUser } from './requests.online.ts'

/** What was overtaken by an answer is asked for anew; after that what is stored is newer than any question. */
const ROUNDS = 3

/** Fees, expiries, pictures and renewals, for reading with no signal too. */
export const loadDocuments = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const since = await pullStart(phone.dbs, userId)
      const answer = await getDocuments(clientAs(phone.client, userId))
      if (!answer.ok) return answer
      const told = { documents: answer.value, savedAt: phone.clock.now(), since }
      if ((await applyDocuments(phone.dbs, userId, told)) !== 'overtaken') break
    }
    return ok(null)
  })

/** Waits for a signal. */
export const saveDates = (
  dates: { readonly ofVehicle: string; readonly commercial: boolean; readonly dates: DocumentDates },
  phone: AppContext = appContext,
): Promise<Result<EnqueueResult, ActionError>> => enqueueCommand(phone, { kind: 'document.dates', ...dates })

/** Waits for a signal, the picture on this phone until the provider has it. */
export const addScan = (
  scan: { readonly ofVehicle: string; readonly document: DocumentKind; readonly picture: ArrayBuffer },
  phone: AppContext = appContext,
): Promise<Result<EnqueueResult, ActionError>> =>
  forUser(phone, async (userId) => {
    const now = phone.clock.now()
    const scanId = uuid7(now, phone.random)
    const { ofVehicle, document, picture } = scan
    // First: a request without its picture would be nothing. One without a request goes with the next list.
    await applyScanPicture(phone.dbs, userId, { id: scanId, picture, at: now })
    return enqueueCommand(phone, { kind: 'document.upload', scanId, ofVehicle, document })
  })

/** What is to be renewed of a vehicle: kept on this phone. */
export const keepDraft = (
  draft: Omit<DocumentDraft, 'id'> & { readonly known: DocumentDraft | null },
  phone: AppContext = appContext,
): Promise<Result<DocumentDraft, ActionError>> =>
  forUser(phone, async (userId) => {
    const { known, vehicleId, kinds } = draft
    const now = phone.clock.now()
    const id = known?.vehicleId === vehicleId ? known.id : uuid7(now, phone.random)
    const kept = { id, vehicleId, kinds }
    await applyDocumentDraft(phone.dbs, userId, { draft: kept, savedAt: now })
    return ok(kept)
  })

/** From the wallet. Refusals: price_changed, document_under_way, scan_missing, vehicle_not_found, documents_unavailable, wallet_too_low. */
export async function payRenewal(
  { draft, kinds, totalMinor }: PayRenewalInput,
  phone: AppContext = appContext,
): Promise<Result<Renewal, ActionError>> {
  const body = { draft_id: draft.id, vehicle_id: draft.vehicleId, kinds: [...kinds], quoted_total: totalMinor }
  const answer = await ask(phone, 'renewal', { kind: 'renewal.pay', body })
  return answer.ok ? ok(answer.value.renewal) : answer
}

export interface PayRenewalInput {
  readonly draft: DocumentDraft
  readonly kinds: readonly DocumentKind[]
  /** What the driver saw, minor units. */
  readonly totalMinor: number
}
