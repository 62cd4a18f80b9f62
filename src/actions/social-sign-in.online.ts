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

/** What the identity service says of somebody, with its proof. */
export interface SocialProof {
  readonly provider: SocialProvider
  readonly idToken: string
  readonly uid: string
  readonly email: string | null
  readonly name: string | null
  readonly photoUrl: string | null
}

/** The only way to leave the page for the identity service and to come back. */
export interface IdentityService {
  /** A window. The service's client reports one that was closed after 8 s: the sign-in may still be under way. */
  popup(provider: SocialProvider): Promise<Result<SocialProof, SocialFailure | { readonly kind: 'needs_redirect' }>>
  /** Leaves the page; answers only when that fails. */
  redirect(provider: SocialProvider): Promise<SocialFailure>
  /** What the driver brought back; null: nothing. */
  takeReturned(): Promise<Result<SocialProof | null, SocialFailure>>
  /** Our session is what stays; the service's own is not kept. */
  forget(): Promise<void>
}

/** Part of where the service keeps an answer between two pages: the same on both. */
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
    // Who shares a phone says which account is theirs.
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

/** The service's loader could not be fetched: its client wraps the script's own event. */
const isLostScript = (error: FirebaseError): boolean => (error.customData as unknown) instanceof Event

export function toFailure(error: unknown): Exclude<SocialFailure, { kind: 'refused' }> | { kind: 'needs_redirect' } {
  // Storage that throws is the browser's own error, not the service's.
  if (error instanceof DOMException) return { kind: 'unavailable' }
  if (!(error instanceof FirebaseError)) throw error
  if (isLostScript(error)) return { kind: 'network' }
  return { kind: FAILURES[error.code] ?? 'failed' }
}

/** Where even leaving the page is refused, there is no other way left. */
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

/** Why nobody was signed in, as the driver is told it. */
export type SocialFailure =
  /** The window was closed, or another took its place: they may go on in this page. */
  | { readonly kind: 'closed' }
  /** The browser allows no window, and leaving the page did not work either. */
  | { readonly kind: 'blocked' }
  /** Not set up here, or the browser keeps nothing. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_enabled' }
  /** The identity service knows the address under another service. */
  | { readonly kind: 'account_exists' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'network' }
  /** Nobody was signed in on the page that the driver came back from. */
  | { readonly kind: 'nothing_brought_back' }
  | { readonly kind: 'return_failed' }
  /** The provider accepted, and its answer held no session. */
  | { readonly kind: 'no_session' }
  /** The provider accepted, and this phone could not keep the session. */
  | { readonly kind: 'not_kept' }
  /** The identity service said no, and not why. */
  | { readonly kind: 'failed' }
  /** The provider said no. */
  | ActionRefusal
