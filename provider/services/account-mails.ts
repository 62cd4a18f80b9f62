import { HOUR_MS } from '../../src/domain/instant.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { ProviderDeps } from './deps.ts'
import { MAIL_TEXTS } from '../messages/mail-texts.ts'
import { countAttempt } from '../repositories/attempts.ts'
import type { UserRow } from '../repositories/users.ts'
import { hashSecret } from '../rules/tokens.ts'
import { runInBackground } from './background.ts'

/** Mails to one address per hour and purpose: enough for a slow mailbox, too few to flood someone else's. */
const MAILS_AN_HOUR = 10
/** Minimum interval between two mails of a purpose to one address. */
const MIN_INTERVAL_MS = 30_000

export type AccountMail =
  | { readonly kind: 'verify_email'; readonly code: string }
  | { readonly kind: 'keep_guest'; readonly code: string }
  | { readonly kind: 'already_registered' }
  | { readonly kind: 'reset_password'; readonly token: string; readonly passkeys: readonly string[] }
  | { readonly kind: 'password_changed' }
  | { readonly kind: 'passkey_added' | 'passkey_removed' }
  | { readonly kind: 'change_email'; readonly code: string }
  | { readonly kind: 'email_changed' | 'account_deleted' }

type Recipient = Pick<UserRow, 'email' | 'first_name' | 'language'>

function compose(
  deps: ProviderDeps,
  to: Recipient,
  mail: AccountMail,
): { readonly subject: string; readonly text: string; readonly code?: string } {
  const texts = MAIL_TEXTS[to.language]
  const firstName = to.first_name
  const link = `${deps.config.publicUrl}/forgot-password`
  switch (mail.kind) {
    case 'verify_email':
      return { ...texts.verifyEmail({ firstName, code: mail.code }), code: mail.code }
    case 'keep_guest':
      return { ...texts.keepGuest({ code: mail.code }), code: mail.code }
    case 'already_registered':
      return texts.alreadyRegistered({ firstName, link })
    case 'reset_password':
      return {
        ...texts.resetPassword({ firstName, link: `${link}?token=${mail.token}`, passkeys: mail.passkeys }),
        code: mail.token,
      }
    case 'password_changed':
      return texts.passwordChanged({ firstName, link })
    case 'passkey_added':
      return texts.passkeyAdded({ firstName, link })
    case 'passkey_removed':
      return texts.passkeyRemoved({ firstName, link })
    case 'change_email':
      return { ...texts.changeEmail({ firstName, code: mail.code }), code: mail.code }
    case 'email_changed':
      return texts.emailChanged({ firstName })
    case 'account_deleted':
      return texts.accountDeleted({ firstName })
    default:
      return unreachable(mail)
  }
}

/**
 * Each is counted on its own, so that mails anybody can request for an address never use up those that its owner needs.
 * `second_factor` is only for a signed-in user, and counted by the user's id instead of the address.
 */
export type MailPurpose =
  | 'registration'
  | 'password_reset'
  | 'guest_keep'
  | 'email_change'
  | 'invitation'
  | 'second_factor'

/**
 * Counts a mail to an address, known or not; false beyond 10 an hour. Called before a code or link is made: a mail that
 * is not sent must not invalidate the previous one.
 */
export const mayMail = async (deps: ProviderDeps, purpose: MailPurpose, email: string): Promise<boolean> =>
  (await countMail(deps, purpose, email)) === 0

/** Seconds until the next mail may go to this address; 0 when it may be sent immediately. */
async function countMail(deps: ProviderDeps, purpose: MailPurpose, to: string): Promise<number> {
  const nowMs = deps.clock.now()
  const mails = await countAttempt(deps.db, { bucket: `mail:${purpose}:${hashSecret(to)}`, windowMs: HOUR_MS, nowMs })
  if (mails.count <= MAILS_AN_HOUR) return 0
  deps.log.warn('mail.limited', {})
  return toSeconds(mails.resetsMs - nowMs)
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/**
 * Counts a mail requested for an address, whether an account has it or not. Returns the seconds to wait, 0 when it may
 * be sent. The answer therefore reveals nothing about the address.
 */
export async function takeMail(deps: ProviderDeps, purpose: MailPurpose, to: string): Promise<number> {
  const nowMs = deps.clock.now()
  const bucket = `mail-again:${purpose}:${hashSecret(to)}`
  const again = await countAttempt(deps.db, { bucket, windowMs: MIN_INTERVAL_MS, nowMs })
  return again.count > 1 ? toSeconds(again.resetsMs - nowMs) : countMail(deps, purpose, to)
}

/** Sends the mail in the recipient's language. */
export const sendAccountMail = (deps: ProviderDeps, to: Recipient, mail: AccountMail): Promise<void> =>
  deps.mailer.send({ to: to.email, ...compose(deps, to, mail) })

/** Sends the mail without delaying the answer. */
export function sendAccountMailLater(deps: ProviderDeps, to: Recipient, mail: AccountMail): void {
  runInBackground(deps.log, `mail.${mail.kind}`, () => sendAccountMail(deps, to, mail))
}
