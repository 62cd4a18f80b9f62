import type { ToldAt } from '../db/apply/payments.ts'
import type { Phone } from './phone.ts'

/** The time of an answer that came just now, on both clocks. */
export function toldAt({ clock, providerNow }: Pick<Phone, 'clock' | 'providerNow'>): ToldAt {
  const savedAt = clock.now()
  return { savedAt, aheadMs: providerNow() - savedAt }
}
