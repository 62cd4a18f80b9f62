import type { DocumentFeesWire, Documents } from '../contract/documents-page.ts'
import type { Renewal } from '../contract/vehicle-documents.ts'
import { type DocumentDraft, documentsIn, type KeptDocuments, NO_DOCUMENTS } from '../db/read/vehicle-documents.ts'
import type { Saved } from '../db/read/saved.ts'
import type { DocumentDates, DocumentKind } from '../domain/document-kinds.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { commandsOf, type Unanswered } from './view-bookings.ts'

export type { DocumentDraft } from '../db/read/vehicle-documents.ts'

/** `waiting`: on this phone until the provider has received it. */
export type ScanState = 'none' | 'waiting' | 'sent'

export interface DocumentsView {
  /** False when nothing is known yet except what waits on this phone. */
  readonly isLoaded: boolean
  readonly fees: DocumentFeesWire | null
  readonly renewals: readonly Renewal[]
  readonly draft: DocumentDraft | null
  readonly datesOf: (vehicleId: string) => VehicleDatesView
  readonly scanOf: (vehicleId: string, kind: DocumentKind) => ScanState
}

export interface VehicleDatesView {
  readonly commercial: boolean
  readonly dates: DocumentDates
  /** Version of the provider's row; 0 when it has none. */
  readonly version: number
  /** Unanswered. */
  readonly pending: boolean
}

const NO_DATES: VehicleDatesView = {
  commercial: false,
  dates: { licence: null, roadworthiness: null, insurance: null, hackney: null },
  version: 0,
  pending: false,
}

const EMPTY: Documents = { fees: null, vehicles: [], scans: [], renewals: [] }

function fold({ value, savedAt }: Saved<KeptDocuments>, unanswered: Unanswered): Saved<DocumentsView> {
  const { fees, vehicles, scans, renewals } = value.documents ?? EMPTY
  const commands = commandsOf(unanswered)
  const datesOf = (vehicleId: string): VehicleDatesView => {
    const known = vehicles.find((row) => row.vehicle_id === vehicleId)
    const asked = commands.findLast((command) => command.kind === 'document.dates' && command.ofVehicle === vehicleId)
    const kept = known === undefined ? NO_DATES : { ...known, pending: false }
    if (asked?.kind !== 'document.dates') return kept
    return { commercial: asked.commercial, dates: asked.dates, version: kept.version, pending: true }
  }
  const scanOf = (vehicleId: string, kind: DocumentKind): ScanState => {
    const isWaiting = commands.some(
      (command) => command.kind === 'document.upload' && command.ofVehicle === vehicleId && command.document === kind,
    )
    if (isWaiting) return 'waiting'
    return scans.some((scan) => scan.vehicle_id === vehicleId && scan.kind === kind) ? 'sent' : 'none'
  }
  const isLoaded = value.documents !== null
  return { value: { isLoaded, fees, renewals, draft: value.draft, datesOf, scanOf }, savedAt }
}

/** Documents of the driver's vehicles, including those that wait on this phone. */
export const useVehicleDocuments = (): Query<DocumentsView> =>
  useRowsWithOutbox({ read: documentsIn, absent: NO_DOCUMENTS, fold }, [])
