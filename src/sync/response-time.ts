import type { ToldAt } from '../db/apply/payments.ts'
import type { AppContext } from './app-context.ts'

/** Returns the time of an answer that has just arrived, on both clocks. */
export function responseTime({ clock, serverNow }: Pick<AppContext, 'clock' | 'serverNow'>): ToldAt {
  const savedAt = clock.now()
  return { savedAt, aheadMs: serverNow() - savedAt }
}
