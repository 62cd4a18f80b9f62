import { clientAs } from '../api/client.ts'
import { readReferral } from '../api/referrals.ts'
import type { Referral } from '../contract/referrals.ts'
import { applyReferral } from '../db/apply/referral.ts'
import { readInstallId } from '../db/read/install.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { ask, attemptAsUser } from './requests.online.ts'

/** Returns the id of this installation, which two accounts of one person share. */
export const deviceOf = async (phone: AppContext): Promise<string> =>
  (await readInstallId(phone.dbs)) ?? uuid7(phone.clock.now(), phone.random)

/** Downloads the driver's code and its rewards, to be read with no signal too. */
export const loadReferral = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const answer = await readReferral(clientAs(phone.client, userId), { device: await deviceOf(phone) })
    if (!answer.ok) return answer
    await applyReferral(phone.dbs, userId, { referral: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })

/** `code` as returned by `readReferralCode`. Refusals: referral_not_found, referral_refused, rate_limited. */
export async function enterReferral(
  code: string,
  phone: AppContext = appContext,
): Promise<Result<Referral, ActionError>> {
  const answer = await ask(phone, 'referral', async () => ({
    kind: 'referral.enter',
    body: { code, device: await deviceOf(phone) },
  }))
  return answer.ok ? ok(answer.value.referral) : answer
}
