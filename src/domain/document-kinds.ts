/** Vehicle documents and the stages of their renewal, shared by phone and provider. */

/** `hackney`: permit for commercial transport of people or goods. */
export const DOCUMENT_KINDS = ['licence', 'roadworthiness', 'insurance', 'hackney'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Dates, `2026-11-30`; null: unknown. */
export type DocumentDates = Readonly<Record<DocumentKind, string | null>>

/**
 * ```
 * received ──> checked ──> at_office ──> done
 *     └───────────┴────────────┴──> rejected   with a reason, fully refunded
 * ```
 */
export const RENEWAL_STEPS = ['received', 'checked', 'at_office', 'done'] as const
export type RenewalStep = (typeof RENEWAL_STEPS)[number]
export const RENEWAL_STAGES = [...RENEWAL_STEPS, 'rejected'] as const
export type RenewalStage = (typeof RENEWAL_STAGES)[number]
