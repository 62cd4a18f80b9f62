import type { Queryable } from '../db/database.ts'

/** Tables whose rows are emailed. `mail_at` is when; null when nothing more is to be sent. */
export type MailTable =
  | 'gifts'
  | 'plan_news'
  | 'document_notices'
  | 'contact_messages'
  | 'space_requests'
  | 'companies'
  | 'company_members'

const ID: Readonly<Record<MailTable, string>> = {
  gifts: 'gift_id',
  plan_news: 'news_id',
  document_notices: 'notice_id',
  contact_messages: 'message_id',
  space_requests: 'request_id',
  companies: 'company_id',
  company_members: 'member_id',
}

/**
 * Claims the next due email and returns its row's id. It becomes due again after `againMs` unless marked as sent. Two
 * processes never send the same one at once.
 */
export async function takeDueMail(
  db: Queryable,
  table: MailTable,
  { nowMs, againMs }: { readonly nowMs: number; readonly againMs: number },
): Promise<string | undefined> {
  const id = ID[table]
  const [row] = await db.query<{ id: string }>(
    `update ${table} set mail_at = $2
      where ${id} = (select ${id} from ${table} where mail_at <= $1 order by mail_at limit 1 for update skip locked)
     returning ${id}::text as id`,
    [new Date(nowMs), new Date(nowMs + againMs)],
  )
  return row?.id
}

export const noteMailed = async (db: Queryable, table: MailTable, id: string): Promise<void> => {
  await db.query(`update ${table} set mail_at = null where ${ID[table]}::text = $1`, [id])
}
