import { uuid7 } from '../lib/uuid7.ts'
import type { Phone } from '../sync/phone.ts'

const lastOf = new WeakMap<Phone, { readonly sent: string; readonly key: string }>()

/** A code of a mail counts once: who sends the same again, because the answer was lost, is known by the key of before. */
export function keyOfCode(phone: Phone, ...parts: readonly string[]): string {
  const sent = JSON.stringify(parts)
  const last = lastOf.get(phone)
  if (last?.sent === sent) return last.key
  const key = uuid7(phone.clock.now(), phone.random)
  lastOf.set(phone, { sent, key })
  return key
}
