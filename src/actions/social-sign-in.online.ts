import type { SocialConfigWire, SocialProvider } from '../contract/social.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { FirebaseError, initializeApp } from 'firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  getRedirectResult,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type UserCredential,
} from 'firebase/auth'
import type { ActionRefusal } from './failures.ts'

/** The identity service's statement about a person, with its proof. */
export interface SocialProof {
  readonly provider: SocialProvider
  readonly idToken: string
  readonly uid: string
  readonly email: string | null
  readonly name: string | null
  readonly photoUrl: string | null
}

/** The only way to leave the page for the identity service and to return. */
export interface IdentityService {
  /** Opens a window. The service's client reports a closed window after 8 s: the sign-in may still be under way. */
  popup(provider: SocialProvider): Promise<Result<SocialProof, SocialFailure | { readonly kind: 'needs_redirect' }>>
  /** Leaves the page; resolves only when that fails. */
  redirect(provider: SocialProvider): Promise<SocialFailure>
  /** Returns the proof that the driver brought back; null when there is none. */
  takeReturned(): Promise<Result<SocialProof | null, SocialFailure>>
  /** Drops the service's own session, since ours is the one that stays. */
  forget(): Promise<void>
}

/** Part of the key under which the service stores an answer between two pages: must be the same on both. */
const APP_NAME = 'baywise'

function openAuth(config: SocialConfigWire, language: string): Auth {
  const app = initializeApp(
    { apiKey: config.api_key, authDomain: config.auth_domain, projectId: config.project_id },
    APP_NAME,
  )
  const auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = language
  if (config.emulator_url !== null) connectAuthEmulator(auth, config.emulator_url, { disableWarnings: true })
  return auth
}

function toService(provider: SocialProvider): GoogleAuthProvider | OAuthProvider {
  if (provider === 'google') {
    const google = new GoogleAuthProvider()
    // On a shared phone the driver chooses which account is theirs.
    google.setCustomParameters({ prompt: 'select_account' })
    return google
  }
  const apple = new OAuthProvider('apple.com')
  apple.addScope('email')
  apple.addScope('name')
  return apple
}

/** Codes: https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
const FAILURES: Readonly<Record<string, Exclude<SocialFailure['kind'], 'refused'> | 'needs_redirect'>> = {
  'auth/popup-blocked': 'needs_redirect',
  'auth/operation-not-supported-in-this-environment': 'needs_redirect',
  'auth/web-storage-unsupported': 'needs_redirect',
  'auth/popup-closed-by-user': 'closed',
  'auth/cancelled-popup-request': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/account-exists-with-different-credential': 'account_exists',
  'auth/email-already-in-use': 'account_exists',
  'auth/credential-already-in-use': 'account_exists',
  'auth/operation-not-allowed': 'not_enabled',
  'auth/user-disabled': 'disabled',
  'auth/user-not-found': 'not_found',
  'auth/network-request-failed': 'network',
  'auth/timeout': 'network',
}

/** Returns whether the service's loader failed to load: its client wraps the script's own event. */
const isLostScript = (error: FirebaseError): boolean => (error.customData as unknown) instanceof Event

export function toFailure(error: unknown): Exclude<SocialFailure, { kind: 'refused' }> | { kind: 'needs_redirect' } {
  // A storage exception is the browser's own error, not the service's.
  if (error instanceof DOMException) return { kind: 'unavailable' }
  if (!(error instanceof FirebaseError)) throw error
  if (isLostScript(error)) return { kind: 'network' }
  return { kind: FAILURES[error.code] ?? 'failed' }
}

/** When even leaving the page is refused, no other way remains. */
function toLastFailure(error: unknown): SocialFailure {
  const failure = toFailure(error)
  return failure.kind === 'needs_redirect' ? { kind: 'unavailable' } : failure
}

async function toProof({ user, providerId }: UserCredential): Promise<SocialProof> {
  return {
    provider: providerId === 'apple.com' ? 'apple' : 'google',
    idToken: await user.getIdToken(),
    uid: user.uid,
    email: user.email,
    name: user.displayName,
    photoUrl: user.photoURL,
  }
}

export function openIdentityService(config: SocialConfigWire, language: string): IdentityService {
  const auth = openAuth(config, language)
  return {
    async popup(provider) {
      try {
        return ok(await toProof(await signInWithPopup(auth, toService(provider))))
      } catch (error) {
        return err(toFailure(error))
      }
    },
    async redirect(provider) {
      try {
        return await signInWithRedirect(auth, toService(provider))
      } catch (error) {
        return toLastFailure(error)
      }
    },
    async takeReturned() {
      try {
        const credential = await getRedirectResult(auth)
        return ok(credential === null ? null : await toProof(credential))
      } catch (error) {
        return err(toLastFailure(error))
      }
    },
    forget: () => signOut(auth),
  }
}

/** Why the sign-in failed, as the driver is told. */
export type SocialFailure =
  /** The window was closed or replaced: the driver may continue in this page. */
  | { readonly kind: 'closed' }
  /** The browser allows no window, and leaving the page failed too. */
  | { readonly kind: 'blocked' }
  /** Not set up here, or the browser has no storage. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_enabled' }
  /** The identity service knows the address from another service. */
  | { readonly kind: 'account_exists' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'network' }
  /** The driver returned from the service without a sign-in. */
  | { readonly kind: 'nothing_brought_back' }
  | { readonly kind: 'return_failed' }
  /** The provider accepted, but its answer held no session. */
  | { readonly kind: 'no_session' }
  /** The provider accepted, but this phone could not store the session. */
  | { readonly kind: 'not_kept' }
  /** The identity service refused without a reason. */
  | { readonly kind: 'failed' }
  /** The provider refused. */
  | ActionRefusal
