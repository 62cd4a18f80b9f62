import type { ContactMessage } from '../../src/contract/contact.ts'
import type { SpaceOffer } from '../../src/domain/space-offer.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { insertCompany } from './companies.ts'
import { insertSpaceRequest } from './space-requests.ts'
import type { Language } from '../messages/language.ts'

export interface StoredMessage extends Omit<ContactMessage, 'website'> {
  readonly message_id: string
  readonly language: Language
}

export interface NewMessage extends StoredMessage {
  readonly userId: UserId | null
  readonly nowMs: number
}

/** Returns false when the id exists already. */
export async function insertMessage(tx: Queryable, message: NewMessage): Promise<boolean> {
  const { message_id: id, userId, topic, name, email, company, text, language, nowMs } = message
  const rows = await tx.query(
    `insert into contact_messages (message_id, user_id, topic, name, email, company, text, language, mail_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (message_id) do nothing returning message_id`,
    [id, userId, topic, name, email, company, text, language, new Date(nowMs)],
  )
  if (rows.length === 0) return false
  const { offer } = message
  if (offer !== undefined) await insertSpaceRequest(tx, { ...message, offer })
  if (topic === 'business' && company !== null) await insertCompany(tx, { ...message, company })
  return true
}

export async function findMessage(db: Queryable, id: string): Promise<StoredMessage | undefined> {
  const [row] = await db.query<Omit<StoredMessage, 'offer'> & { readonly offer: SpaceOffer | null }>(
    `select m.message_id, m.topic, m.name, m.email, m.company, m.text, m.language, r.offer
       from contact_messages m left join space_requests r on r.request_id = m.message_id where m.message_id = $1`,
    [id],
  )
  if (row === undefined) return undefined
  const { offer, ...message } = row
  return offer === null ? message : { ...message, offer }
}

export const mustMessage = async (db: Queryable, id: string): Promise<StoredMessage> =>
  must(await findMessage(db, id), 'message')

/** Deletes old messages, except those not mailed yet. */
export async function deleteMessages(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query(
    'delete from contact_messages where created_at < $1 and mail_at is null returning message_id',
    [new Date(beforeMs)],
  )
  return rows.length
}
