import type { SocialProvider } from '../../src/contract/social.ts'
import type { ErrorCode } from '../../src/domain/error-codes.ts'

/** The identity that a token asserts. */
export interface SocialIdentity {
  readonly uid: string
  readonly provider: SocialProvider
  /** Undefined unless the service has verified that the address is theirs. */
  readonly email: string | undefined
  readonly name: string | undefined
}

/** What the decision needs to know about an account: whether it is disabled. */
interface Account {
  readonly disabled_at: number | null
}

interface Refused {
  readonly kind: 'refuse'
  readonly code: ErrorCode
}

export type SocialVerdict<User extends Account> =
  | { readonly kind: 'open'; readonly user: User }
  | { readonly kind: 'create'; readonly email: string }
  | Refused

export interface SocialFacts<User extends Account> {
  readonly identity: SocialIdentity
  /** The account that this identity created. */
  readonly own: User | undefined
  /** The account with the identity's address. */
  readonly sameEmail: User | undefined
  /** The services that created the account with that address. */
  readonly providers: readonly SocialProvider[]
}

const refuse = (code: ErrorCode): Refused => ({ kind: 'refuse', code })

/**
 * An identity opens the account that it created, even if its address has changed since. It never opens an account that
 * was created in another way: the current holder of an address may not be the person who registered it.
 */
export function judgeSocial<User extends Account>({
  identity,
  own,
  sameEmail,
  providers,
}: SocialFacts<User>): SocialVerdict<User> {
  if (own !== undefined) return own.disabled_at === null ? { kind: 'open', user: own } : refuse('account_disabled')
  const { email, provider } = identity
  // Without a verified address there is no account to find or to create.
  if (email === undefined) return refuse('social_account_not_found')
  if (sameEmail === undefined) return { kind: 'create', email }
  if (sameEmail.disabled_at !== null) return refuse('account_disabled')
  // The same service under another uid: the account there was created again, which only a person can judge.
  return refuse(providers.includes(provider) ? 'linking_required' : 'account_exists')
}

const NAME_LENGTH = 120
/** The greeting name when the service provides none. */
const NO_NAME = /^[^@]*/

/** Splits a name into the first word and the rest, as registration stores them. */
export function splitName(name: string | undefined, email: string): { first_name: string; last_name: string } {
  const words = (name ?? '').trim().split(/\s+/)
  const first = words[0] === undefined || words[0] === '' ? (NO_NAME.exec(email)?.[0] ?? '') : words[0]
  return { first_name: first.slice(0, NAME_LENGTH), last_name: words.slice(1).join(' ').slice(0, NAME_LENGTH) }
}
