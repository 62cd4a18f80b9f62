import type { StatementKind } from '../../src/contract/operator-statements.ts'
import type { Language } from './language.ts'

export interface OperatorTexts {
  /** Used in the file name. */
  readonly statement: string
  readonly charges: string
  readonly columns: readonly string[]
  readonly kinds: Readonly<Record<StatementKind, string>>
}

/** Texts of a statement's file; `columns` follow the order of the cells in a row. */
export const OPERATOR_TEXTS: Readonly<Record<Language, OperatorTexts>> = {
  en: {
    statement: 'statement',
    charges: 'fees-and-taxes',
    columns: [
      'Time',
      'Kind',
      'Booking',
      'Reference',
      'Currency',
      'Paid',
      'Service fee',
      'Tax',
      'Car park',
      'Ledger line',
      'Taxes with numbers',
    ],
    kinds: { booking: 'Stay', extension: 'Extension', refund: 'Refund', adjustment: 'Adjustment', payout: 'Payout' },
  },
  fr: {
    statement: 'releve',
    charges: 'frais-et-taxes',
    columns: [
      'Heure',
      'Type',
      'Réservation',
      'Référence',
      'Devise',
      'Payé',
      'Frais de service',
      'Taxe',
      'Parking',
      'Écriture',
      'Taxes avec numéros',
    ],
    kinds: {
      booking: 'Stationnement',
      extension: 'Prolongation',
      refund: 'Remboursement',
      adjustment: 'Ajustement',
      payout: 'Versement',
    },
  },
}
