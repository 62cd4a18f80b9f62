import { socialLogin } from '../api/social.ts'
import { unreachable } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { keepSocialMarks } from '../lib/social-marks.ts'
import type { AppContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { openSession } from './session.online.ts'
import type { SocialFailure } from './social-failure.ts'
import type { SocialProof } from './social-sign-in.online.ts'

function toFailure(error: ActionError): SocialFailure {
  switch (error.kind) {
    case 'refused':
      return error
    case 'offline':
    case 'timeout':
      return { kind: 'network' }
    case 'invalid_response':
      return { kind: 'no_session' }
    case 'storage':
    case 'not_saved':
    case 'not_kept':
      return { kind: 'not_kept' }
    case 'signed_out':
    case 'outcome_unknown':
    case 'too_old':
    case 'busy_elsewhere':
    case 'outbox_full':
    case 'unknown_outcome_ahead':
      // None of these comes of a sign-in.
      return { kind: 'failed' }
    default:
      return unreachable(error)
  }
}

/** The provider checks the proof and opens a session. */
export async function exchangeProof(
  phone: AppContext,
  proof: SocialProof,
): Promise<Result<{ readonly isNewUser: boolean }, SocialFailure>> {
  const country = selectedCountry.get()
  let isNewUser = false
  const answer = await attempt(phone, async () => {
    const session = await socialLogin(phone.client, {
      email: proof.email,
      name: proof.name,
      photo_url: proof.photoUrl,
      firebase_uid: proof.uid,
      provider: proof.provider,
      id_token: proof.idToken,
      ...(country === null ? {} : { country_code: country.code }),
    })
    if (session.ok) isNewUser = session.value.is_new_user
    return openSession(phone, session)
  })
  if (!answer.ok) return err(toFailure(answer.error))
  keepSocialMarks(isNewUser)
  return ok({ isNewUser })
}
