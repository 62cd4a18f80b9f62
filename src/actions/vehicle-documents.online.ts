import { clientAs } from '../api/client.ts'
import { getDocuments } from '../api/documents-page.ts'
import type { Renewal } from '../contract/vehicle-documents.ts'
import { applyDocumentDraft, applyDocuments } from '../db/apply/documents-page.ts'
import { pullStart } from '../db/apply/pull-order.ts'
import type { DocumentDraft } from '../db/read/vehicle-documents.ts'
import type { DocumentDates, DocumentKind } from '../domain/document-kinds.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult, forUser } from './requests.ts'
import { ask, attemptAsUser } from './requests.online.ts'

/** A request overtaken by an answer is repeated up to this often; after that the stored data is recent enough. */
const ROUNDS = 3

/** Downloads fees, expiries, pictures and renewals, to be read with no signal too. */
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

/** Waits for a signal; the picture stays on this phone until the provider has it. */
export const addScan = (
  scan: { readonly ofVehicle: string; readonly document: DocumentKind; readonly picture: ArrayBuffer },
  phone: AppContext = appContext,
): Promise<Result<EnqueueResult, ActionError>> => {
  const at = phone.clock.now()
  const scanId = uuid7(at, phone.random)
  const { ofVehicle, document, picture } = scan
  return enqueueCommand(phone, { kind: 'document.upload', scanId, ofVehicle, document }, { id: scanId, picture, at })
}

type Kinds = DocumentDraft['kinds']
type DraftAnswer = Promise<Result<DocumentDraft, ActionError>>

/** Changes the planned renewal of a vehicle from what is stored now, which a tap just before may have changed. */
const changeDraft = (phone: AppContext, vehicleId: string, toKinds: (stored: Kinds) => Kinds): DraftAnswer =>
  forUser(phone, async (userId) => {
    const savedAt = phone.clock.now()
    const newId = uuid7(savedAt, phone.random)
    const change = (known: DocumentDraft | null): DocumentDraft => {
      const own = known?.vehicleId === vehicleId ? known : null
      return { id: own?.id ?? newId, vehicleId, kinds: toKinds(own?.kinds ?? null) }
    }
    const draft = await applyDocumentDraft(phone.dbs, userId, { change, savedAt })
    return draft === undefined ? err({ kind: 'signed_out' }) : ok(draft)
  })

/** Stores a planned renewal for a vehicle on this phone. */
export const keepDraft = (
  { vehicleId, kinds }: Omit<DocumentDraft, 'id'>,
  phone: AppContext = appContext,
): DraftAnswer => changeDraft(phone, vehicleId, () => kinds)

export interface ToggledKind {
  readonly vehicleId: string
  readonly kind: DocumentKind
  /** The kinds shown as chosen while no draft is stored. */
  readonly shown: readonly DocumentKind[]
}

/** Adds a document to the planned renewal, or takes it out. */
export const toggleKind = ({ vehicleId, kind, shown }: ToggledKind, phone: AppContext = appContext): DraftAnswer =>
  changeDraft(phone, vehicleId, (stored) => {
    const kinds = stored ?? shown
    return kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]
  })

/**
 * Pays from the wallet. Refusals: price_changed, document_under_way, scan_missing, vehicle_not_found,
 * documents_unavailable, wallet_too_low.
 */
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
  /** The total shown to the driver, minor units. */
  readonly totalMinor: number
}
