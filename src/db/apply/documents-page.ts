import type { Documents } from '../../contract/documents-page.ts'
import { asUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import { STANDING } from '../outbox-row.ts'
import { DOCUMENT_DRAFT, DOCUMENTS, type DocumentDraft } from '../scan-row.ts'
import { findOvertaking } from './pull-order.ts'

/**
 * Stores the provider's whole state; returns `overtaken` when something was stored after the request began. Also
 * removes pictures that no request refers to.
 */
export const applyDocuments = (
  dbs: Databases,
  userId: string,
  told: { readonly documents: Documents; readonly savedAt: number; readonly since: number },
): Promise<'applied' | 'overtaken' | undefined> =>
  asUser(dbs, userId, {
    tables: ['saved', 'scans', 'outbox'],
    async work(db) {
      const { documents, savedAt, since } = told
      if ((await findOvertaking(db, DOCUMENTS, since)) !== undefined) return 'overtaken'
      await db.saved.put({ key: DOCUMENTS, documents, savedAt, landed: { since, seq: await nextSeq(db) } })
      const rows = await db.outbox.toArray()
      const wanted = new Set(
        rows.flatMap(({ command, state }) =>
          command.kind === 'document.upload' && STANDING[state] !== 'over' ? [command.scanId] : [],
        ),
      )
      const kept = await db.scans.toCollection().primaryKeys()
      await db.scans.bulkDelete(kept.filter((id) => !wanted.has(id)))
      return 'applied'
    },
  })

/** Changes the planned renewal in one transaction. Returns undefined when the driver is signed out. */
export const applyDocumentDraft = (
  dbs: Databases,
  userId: string,
  { change, savedAt }: { readonly change: (known: DocumentDraft | null) => DocumentDraft; readonly savedAt: number },
): Promise<DocumentDraft | undefined> =>
  asUser(dbs, userId, {
    tables: ['saved'],
    async work(db) {
      const draft = change((await db.saved.get(DOCUMENT_DRAFT))?.draft ?? null)
      await db.saved.put({ key: DOCUMENT_DRAFT, draft, savedAt })
      return draft
    },
  })
