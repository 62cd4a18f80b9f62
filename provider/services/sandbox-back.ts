import { unreachable } from '../../src/lib/assert.ts'
import type { Database } from '../db/database.ts'
import type { Later } from '../gateways/sandbox-page.ts'
import { endBacks, slowRefunds, takeBack } from '../repositories/sandbox-backs.ts'

/** Changes the sandbox gateway's books as the payer, their bank or the gateway would, without sending a webhook. */
export async function playBack(
  db: Database,
  { reference, later, nowMs }: { readonly reference: string; readonly later: Later; readonly nowMs: number },
): Promise<void> {
  switch (later) {
    case 'reverse':
      await takeBack(db, { reference, kind: 'reversal', nowMs })
      return
    case 'dispute':
      await takeBack(db, { reference, kind: 'dispute', nowMs })
      return
    case 'dispute_won':
      return endBacks(db, { reference, kind: 'dispute', from: ['gone'], to: 'returned' })
    case 'dispute_lost':
      return endBacks(db, { reference, kind: 'dispute', from: ['gone'], to: 'gone' })
    case 'slow_refunds':
      return slowRefunds(db, reference)
    case 'refunds_arrive':
      return endBacks(db, { reference, kind: 'refund', from: ['pending'], to: 'gone' })
    case 'refunds_fail':
      return endBacks(db, { reference, kind: 'refund', from: ['pending', 'gone'], to: 'returned' })
    default:
      return unreachable(later)
  }
}
