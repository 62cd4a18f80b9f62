import type { SocialProvider } from '../../src/contract/social.ts'
import type { ErrorCode } from '../../src/domain/error-codes.ts'

/** Who a token speaks for. */
export interface SocialIdentity {
  readonly uid: string
  readonly provider: SocialProvider
  /** Undefined unless the service has proven that it is theirs. */
  readonly email: string | undefined
  readonly name: string | undefined
}

/** What is asked of an account: whether it is open, and whether its address was proven. */
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
  /** The account that this identity made. */
  readonly own: User | undefined
  /** The account of the identity's address. */
  readonly sameEmail: User | undefined
  /** The services that the account of the address was made with. */
  readonly providers: readonly SocialProvider[]
}

const refuse = (code: ErrorCode): Refused => ({ kind: 'refuse', code })

/**
 * An identity opens the account that it made, whatever its address has become. It never opens one that was made in another way: who
 * holds an address today need not be who registered it.
 */
export function judgeSocial<User extends Account>({
  identity,
  own,
  sameEmail,
  providers,
}: SocialFacts<User>): SocialVerdict<User> {
  if (own !== undefined) return own.disabled_at === null ? { kind: 'open', user: own } : refuse('account_disabled')
  const { email, provider } = identity
  // Without a proven address there is no account to find, and none to make.
  if (email === undefined) return refuse('social_account_not_found')
  if (sameEmail === undefined) return { kind: 'create', email }
  if (sameEmail.disabled_at !== null) return refuse('account_disabled')
  // The same service under another uid: its account was made anew there, which only a person can judge.
  return refuse(providers.includes(provider) ? 'linking_required' : 'account_exists')
}

const NAME_LENGTH = 120
/** Greets somebody whose service gives no name. */
const NO_NAME = /^[^@]*/

/** First word and rest, as registration keeps them. */
export function splitName(name: string | undefined, email: string): { first_name: string; last_name: string } {
  const words = (name ?? '').trim().split(/\s+/)
  const first = words[0] === undefined || words[0] === '' ? (NO_NAME.exec(email)?.[0] ?? '') : words[0]
  return { first_name: first.slice(0, NAME_LENGTH), last_name: words.slice(1).join(' ').slice(0, NAME_LENGTH) }
}
