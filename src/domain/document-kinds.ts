/** Names of documents of a vehicle and of the stages of their renewal, for phone and provider. */

/** `hackney`: the permit of a vehicle that carries people or goods for money. */
export const DOCUMENT_KINDS = ['licence', 'roadworthiness', 'insurance', 'hackney'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Days, `2026-11-30`; null: not known. */
export type DocumentDates = Readonly<Record<DocumentKind, string | null>>

/**
 * ```
 * received ──> checked ──> at_office ──> done
 *     └───────────┴────────────┴──> rejected   with a reason, everything back
 * ```
 */
export const RENEWAL_STEPS = ['received', 'checked', 'at_office', 'done'] as const
export type RenewalStep = (typeof RENEWAL_STEPS)[number]
export const RENEWAL_STAGES = [...RENEWAL_STEPS, 'rejected'] as const
export type RenewalStage = (typeof RENEWAL_STAGES)[number]
