import type { DocumentKind } from '../domain/document-kinds.ts'

/** A picture of a document until the provider has it. */
export interface ScanRow {
  readonly id: string
  /** A JPEG; no Blob, which some browsers cannot store. */
  readonly picture: ArrayBuffer
  /** Epoch milliseconds. */
  readonly at: number
}

/** What is about to be renewed. The phone's alone until it is paid for. */
export interface DocumentDraft {
  /** UUID: one draft is paid once. */
  readonly id: string
  readonly vehicleId: string
  /** Null: what is due. */
  readonly kinds: readonly DocumentKind[] | null
}

/** Rows of `saved`. */
export const DOCUMENTS = 'documents'
export const DOCUMENT_DRAFT = 'documents:draft'
