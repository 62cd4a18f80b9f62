/** What an operator does in a day, as the API's description shows its answers; tests hold each against its schema. */
import type { ClosureEffect, ClosureWire } from '../../../src/contract/operator-closures.ts'

interface Example<Data> {
  readonly data: Data
}

const AT = '2026-11-25T09:00:00Z'
const park = { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' }

export const CLOSURE_EXAMPLE: Example<ClosureWire> = {
  data: {
    id: 7,
    park,
    from: AT,
    until: '2026-11-25T23:00:00Z',
    reason: { en: 'Flood on level 1', fr: 'Inondation au niveau 1' },
    state: 'running',
    created_at: AT,
    reopened_at: null,
    given_back: 0,
    refunded: 0,
    waiting: 11,
    currency: 'CAD',
  },
}

export const CLOSURE_EFFECT_EXAMPLE: Example<ClosureEffect> = {
  data: { given_back: 11, refund: 15_400, currency: 'CAD', inside: 248, passes: 3 },
}
