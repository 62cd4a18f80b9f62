import type { Documents } from '../../contract/documents-page.ts'
import { DOCUMENT_DRAFT, DOCUMENTS, type DocumentDraft } from '../scan-row.ts'
import type { UserDb } from '../schema.ts'
import type { Saved } from './saved.ts'

export type { DocumentDraft } from '../scan-row.ts'

export interface KeptDocuments {
  /** Null when never fetched on this phone. */
  readonly documents: Documents | null
  readonly draft: DocumentDraft | null
}

export const NO_DOCUMENTS: Saved<KeptDocuments> = { value: { documents: null, draft: null }, savedAt: null }

export async function documentsIn(db: UserDb): Promise<Saved<KeptDocuments>> {
  const [row, draft] = await Promise.all([db.saved.get(DOCUMENTS), db.saved.get(DOCUMENT_DRAFT)])
  return { value: { documents: row?.documents ?? null, draft: draft?.draft ?? null }, savedAt: row?.savedAt ?? null }
}
