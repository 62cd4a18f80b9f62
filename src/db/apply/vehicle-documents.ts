import type { Documents } from '../../contract/documents-page.ts'
import type { Renewal, ScanWire, VehicleDates } from '../../contract/vehicle-documents.ts'
import { unreachable } from '../../lib/assert.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import { DOCUMENT_DRAFT, DOCUMENTS } from '../scan-row.ts'
import type { UserDb } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

/** The provider's answer about one item. */
export type DocumentAnswer =
  | { readonly kind: 'dates'; readonly dates: VehicleDates }
  | { readonly kind: 'scan'; readonly scan: ScanWire }
  | { readonly kind: 'renewal'; readonly renewal: Renewal }

function merged(known: Documents, answer: DocumentAnswer): Documents {
  const { vehicles, scans, renewals } = known
  switch (answer.kind) {
    case 'dates': {
      const { dates } = answer
      return { ...known, vehicles: [...vehicles.filter((row) => row.vehicle_id !== dates.vehicle_id), dates] }
    }
    case 'scan': {
      const { scan } = answer
      const isOther = (row: ScanWire) => row.vehicle_id !== scan.vehicle_id || row.kind !== scan.kind
      return { ...known, scans: [...scans.filter(isOther), scan] }
    }
    case 'renewal': {
      const { renewal } = answer
      const isTaken = (row: ScanWire) =>
        row.vehicle_id === renewal.vehicle_id && renewal.lines.some(({ kind }) => kind === row.kind)
      const others = renewals.filter((row) => row.renewal_id !== renewal.renewal_id)
      return { ...known, scans: scans.filter((row) => !isTaken(row)), renewals: [renewal, ...others] }
    }
    default:
      return unreachable(answer)
  }
}

/** Merges the answer into the kept documents and ends its request. Removes a picture that the provider has received. */
export const applyDocumentAnswer = (
  dbs: Databases,
  userId: string,
  { answer, outbox }: { readonly answer: DocumentAnswer; readonly outbox: OutboxChange },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'scans', 'outbox'],
    async work(db) {
      const row = await db.saved.get(DOCUMENTS)
      const documents = row?.documents
      const seq = await nextSeq(db)
      // A list requested before this answer comes too late.
      await db.saved.put({
        ...{ savedAt: 0, ...row, key: DOCUMENTS, landed: { since: seq, seq } },
        ...(documents === undefined ? {} : { documents: merged(documents, answer) }),
      })
      if (answer.kind === 'scan') await db.scans.delete(answer.scan.scan_id)
      if (answer.kind === 'renewal') await endDraft(db, answer.renewal.draft_id)
      await changeOutboxRow(db, outbox)
    },
  })

async function endDraft(db: UserDb, draftId: string): Promise<void> {
  if ((await db.saved.get(DOCUMENT_DRAFT))?.draft?.id === draftId) await db.saved.delete(DOCUMENT_DRAFT)
}
