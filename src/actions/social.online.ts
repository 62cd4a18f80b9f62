import { getSocialConfig, socialLogin } from '../api/social.ts'
import type { SocialProvider } from '../contract/social.ts'
import { unreachable } from '../lib/assert.ts'
import { readLocalText } from '../lib/local-storage.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { dropSocialMarks, keepSocialMarks } from '../lib/social-marks.ts'
import { socialReturn } from '../lib/social-return.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { openSession } from './session.online.ts'
import {
  type IdentityService,
  openIdentityService,
  type SocialFailure,
  type SocialProof,
} from './social-sign-in.online.ts'

/*
 * tap -> window -> proof ------------------------------+
 *          | blocked, or no storage                    v
 *          +-> leave the page -> come back -> proof -> exchange -> signed in
 *          | closed, 8 s
 *          +-> message; 'Continue on this page' leaves the page
 */

export type SocialOutcome = Result<{ readonly isNewUser: boolean }, SocialFailure>

let opened: IdentityService | undefined
let opening: Promise<Result<IdentityService, SocialFailure>> | undefined

async function open(phone: AppContext): Promise<Result<IdentityService, SocialFailure>> {
  const config = await getSocialConfig(phone.client)
  if (!config.ok) return err({ kind: config.error.kind === 'problem' ? 'unavailable' : 'network' })
  if (config.value === null) return err({ kind: 'unavailable' })
  opened ??= openIdentityService(config.value, readLocalText('language') === 'fr' ? 'fr' : 'en')
  return ok(opened)
}

/** One service per page; a failure to reach it is forgotten, so that the next tap tries again. */
function openOnce(phone: AppContext): Promise<Result<IdentityService, SocialFailure>> {
  opening ??= open(phone).then((result) => {
    if (!result.ok) opening = undefined
    return result
  })
  return opening
}

/** Preloads what a tap needs, so that the window opens while the browser still counts it as the driver's action. */
export async function prepareSocial(phone: AppContext = appContext): Promise<void> {
  await openOnce(phone)
}

async function finish(phone: AppContext, service: IdentityService, proof: SocialProof): Promise<SocialOutcome> {
  const outcome = await exchangeProof(phone, proof)
  await service.forget()
  return outcome
}

async function leave(service: IdentityService, provider: SocialProvider): Promise<SocialOutcome> {
  if (!socialReturn.expect(provider)) return err({ kind: 'unavailable' })
  const failure = await service.redirect(provider)
  socialReturn.take()
  return err(failure)
}

/** @param onBlocked called before the page is left because the browser allows no window. */
export async function signInSocially(
  provider: SocialProvider,
  onBlocked: () => void,
  phone: AppContext = appContext,
): Promise<SocialOutcome> {
  dropSocialMarks()
  const service = await openOnce(phone)
  if (!service.ok) return service
  const proof = await service.value.popup(provider)
  if (proof.ok) return finish(phone, service.value, proof.value)
  if (proof.error.kind !== 'needs_redirect') return err(proof.error)
  onBlocked()
  const outcome = await leave(service.value, provider)
  // Neither way works: only the driver can change that.
  return !outcome.ok && outcome.error.kind === 'failed' ? err({ kind: 'blocked' }) : outcome
}

/** Leaves the page for the identity service; resolves only when that fails. */
export async function continueOnThisPage(
  provider: SocialProvider,
  phone: AppContext = appContext,
): Promise<SocialOutcome> {
  const service = await openOnce(phone)
  return service.ok ? leave(service.value, provider) : service
}

/** Completes a redirect: called once, on the page that the driver left. */
export async function comeBack(phone: AppContext = appContext): Promise<SocialOutcome> {
  const service = await openOnce(phone)
  if (!service.ok) return service
  const proof = await service.value.takeReturned()
  if (!proof.ok) return proof.error.kind === 'failed' ? err({ kind: 'return_failed' }) : proof
  return proof.value === null ? err({ kind: 'nothing_brought_back' }) : finish(phone, service.value, proof.value)
}

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
    case 'not_started':
    case 'picture_gone':
    case 'busy_elsewhere':
    case 'outbox_full':
    case 'unknown_outcome_ahead':
      // A sign-in returns none of these.
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
