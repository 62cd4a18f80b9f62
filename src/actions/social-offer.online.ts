import { getSocialConfig } from '../api/social.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'

/** Whether this provider has Google and Apple set up; false also where nobody can say. */
export async function isSocialOffered(phone: AppContext = appContext): Promise<boolean> {
  const config = await getSocialConfig(phone.client)
  return config.ok && config.value !== null
}
