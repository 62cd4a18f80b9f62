import type { ContactMessage } from '../../src/contract/contact.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

export interface StoredMessage extends Omit<ContactMessage, 'website'> {
  readonly message_id: string
  readonly language: Language
}

export interface NewMessage extends StoredMessage {
  readonly userId: UserId | null
  readonly nowMs: number
}

/** False: there is one of this id already. */
export async function insertMessage(tx: Queryable, message: NewMessage): Promise<boolean> {
  const { message_id: id, userId, topic, name, email, company, text, language, nowMs } = message
  const rows = await tx.query(
    `insert into contact_messages (message_id, user_id, topic, name, email, company, text, language, mail_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (message_id) do nothing returning message_id`,
    [id, userId, topic, name, email, company, text, language, new Date(nowMs)],
  )
  return rows.length > 0
}

export async function findMessage(db: Queryable, id: string): Promise<StoredMessage | undefined> {
  const [row] = await db.query<StoredMessage>(
    'select message_id, topic, name, email, company, text, language from contact_messages where message_id = $1',
    [id],
  )
  return row
}

export const mustMessage = async (db: Queryable, id: string): Promise<StoredMessage> =>
  must(await findMessage(db, id), 'message')

/** One that is still to be mailed stays. */
export async function deleteMessages(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query(
    'delete from contact_messages where created_at < $1 and mail_at is null returning message_id',
    [new Date(beforeMs)],
  )
  return rows.length
}
