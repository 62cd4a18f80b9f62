import { isDeepStrictEqual } from 'node:util'
import type { ContactMessage, ContactWire } from '../../src/contract/contact.ts'
import { CONTACT_FORM_MAX_MS, CONTACT_FORM_MIN_MS } from '../../src/domain/contact.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { isUuid, uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { contactMail } from '../messages/contact-texts.ts'
import type { Language } from '../messages/language.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import { deleteMessages, findMessage, insertMessage, mustMessage } from '../repositories/contact.ts'
import { deleteRefusedCompanies } from '../repositories/companies.ts'
import { deleteRefusedRequests } from '../repositories/space-requests.ts'
import { networkOf } from '../rules/client-network.ts'
import { hashCode, makeSecret } from '../rules/tokens.ts'
import { isSameHash } from '../rules/verification.ts'
import type { ProviderDeps } from './deps.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'

/** Per account, or per network for visitors, whose customers may share an address. */
const MESSAGES_AN_HOUR = 5
const KEPT_DAYS = 90

export type ContactRefusal = 'form_token' | 'idempotency_key_reused' | { readonly waitSeconds: number }

interface Written {
  readonly message: Omit<ContactMessage, 'website'>
  readonly language: Language
  readonly nowMs: number
}

/** The timestamp at the start of a version 7 UUID. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const signatureOf = async (db: Queryable, id: string): Promise<string> =>
  hashCode(await getOrCreateSecret(db, 'contact_forms', makeSecret), `contact:${id}`)

/**
 * Makes a token that records when a visitor's form was opened. It is not stored: it consists of an id with its time,
 * and our signature.
 */
export async function makeFormToken(deps: Pick<ProviderDeps, 'db' | 'clock' | 'random'>): Promise<string> {
  const id = uuid7(deps.clock.now(), deps.random)
  return `${id}.${await signatureOf(deps.db, id)}`
}

/** Returns the id of a form that we issued and that is not too old; otherwise undefined. */
async function readFormToken(db: Queryable, token: string, nowMs: number): Promise<string | undefined> {
  const [id = '', signature = ''] = token.split('.')
  if (!isUuid(id) || !isSameHash(await signatureOf(db, id), signature)) return undefined
  return nowMs - madeAt(id) > CONTACT_FORM_MAX_MS ? undefined : id
}

async function checkRate(tx: Queryable, from: string, nowMs: number): Promise<ContactRefusal | null> {
  const attempt = await countAttempt(tx, { bucket: `contact:${from}`, windowMs: HOUR_MS, nowMs })
  return attempt.count > MESSAGES_AN_HOUR ? { waitSeconds: secondsToReset(attempt, nowMs) } : null
}

/** Stores a message from an account; the job sends the email. */
export async function takeMessage(
  tx: Queryable,
  { message, language, nowMs, userId }: Written & { readonly userId: UserId },
  random: () => number,
): Promise<Result<ContactWire, ContactRefusal>> {
  const over = await checkRate(tx, userId, nowMs)
  if (over !== null) return err(over)
  const id = uuid7(nowMs, random)
  await insertMessage(tx, { ...message, message_id: id, language, userId, nowMs })
  return ok({ message_id: id, topic: message.topic })
}

/**
 * Stores a message from a visitor. A form is valid for one message, which may be sent again when the answer was lost; a
 * different message under it is refused. Counted attempts stay counted even when the message is then refused.
 */
export async function takeVisitorMessage(
  { db }: Pick<ProviderDeps, 'db'>,
  { message, language, nowMs, token, address }: Written & { readonly token: string; readonly address: string },
): Promise<Result<ContactWire, ContactRefusal>> {
  const id = await readFormToken(db, token, nowMs)
  if (id === undefined) return err('form_token')
  const known = await findMessage(db, id)
  if (known !== undefined) return repeat(known, message)
  const tooSoonMs = CONTACT_FORM_MIN_MS - (nowMs - madeAt(id))
  if (tooSoonMs > 0) return err({ waitSeconds: Math.ceil(tooSoonMs / 1000) })
  const over = await checkRate(db, networkOf(address), nowMs)
  if (over !== null) return err(over)
  const isNew = await db.transaction((tx) =>
    insertMessage(tx, { ...message, message_id: id, language, userId: null, nowMs }),
  )
  return isNew ? ok({ message_id: id, topic: message.topic }) : repeat(await mustMessage(db, id), message)
}

function repeat(
  known: Written['message'] & { readonly message_id: string },
  message: Written['message'],
): Result<ContactWire, ContactRefusal> {
  const isSame =
    (['topic', 'name', 'email', 'company', 'text'] as const).every((key) => known[key] === message[key]) &&
    isDeepStrictEqual(known.offer, message.offer)
  return isSame ? ok({ message_id: known.message_id, topic: known.topic }) : err('idempotency_key_reused')
}

/** Sends the messages to our own inbox. */
export const sendContactMails = (deps: MailDeps): Promise<void> =>
  sendDueMails(deps, 'contact_messages', async (id) => {
    const message = await findMessage(deps.db, id)
    if (message === undefined) return null
    return { to: deps.config.contactEmail, replyTo: message.email, ...contactMail(message.language, message) }
  })

/** Deletes old messages; run once a day. */
export async function forgetMessages(db: Queryable, nowMs: number): Promise<number> {
  const beforeMs = nowMs - KEPT_DAYS * DAY_MS
  await deleteRefusedRequests(db, beforeMs)
  await deleteRefusedCompanies(db, beforeMs)
  return deleteMessages(db, beforeMs)
}
