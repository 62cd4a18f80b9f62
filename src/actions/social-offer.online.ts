import { getSocialConfig } from '../api/social.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'

/** Whether this provider has Google and Apple set up; false also where nobody can say. */
export async function isSocialOffered(phone: Phone = thisPhone): Promise<boolean> {
  const config = await getSocialConfig(phone.client)
  return config.ok && config.value !== null
}
