import type { DocumentKind } from '../domain/document-kinds.ts'

/** A picture of a document, until the provider has received it. */
export interface ScanRow {
  readonly id: string
  /** A JPEG as bytes: some browsers cannot store a Blob. */
  readonly picture: ArrayBuffer
  /** Epoch milliseconds. */
  readonly at: number
}

/** A planned renewal. Stored on the phone only until it is paid. */
export interface DocumentDraft {
  /** UUID: one draft is paid at most once. */
  readonly id: string
  readonly vehicleId: string
  /** Null means everything that is due. */
  readonly kinds: readonly DocumentKind[] | null
}

/** Keys of `saved` rows. */
export const DOCUMENTS = 'documents'
export const DOCUMENT_DRAFT = 'documents:draft'
