import type { Queryable } from '../db/database.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Where replies go; omitted: to us. */
  readonly replyTo?: string
  /** One-time code in the mail, listed by the sandbox mailbox. */
  readonly code?: string
}

/** Number of mails kept in the sandbox mailbox; the oldest are deleted. */
const KEPT = 1_000

export async function keepSandboxMail(db: Queryable, mail: Mail, nowMs: number): Promise<void> {
  await db.query(
    'insert into sandbox_mails (recipient, subject, text, html, code, sent_at) values ($1, $2, $3, $4, $5, $6)',
    [mail.to.toLowerCase(), mail.subject, mail.text, mail.html ?? null, mail.code ?? null, new Date(nowMs)],
  )
  await db.query('delete from sandbox_mails where mail_id <= (select max(mail_id) from sandbox_mails) - $1', [KEPT])
}

/** Returns mails newest first; of all recipients when `to` is undefined. */
export async function findSandboxMails(db: Queryable, to: string | undefined): Promise<readonly Mail[]> {
  const rows = await db.query<{
    recipient: string
    subject: string
    text: string
    html: string | null
    code: string | null
  }>(
    `select recipient, subject, text, html, code from sandbox_mails
      where $1::text is null or recipient = $1 order by mail_id desc limit 100`,
    [to === undefined ? null : to.trim().toLowerCase()],
  )
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    ...(row.html === null ? {} : { html: row.html }),
    ...(row.code === null ? {} : { code: row.code }),
  }))
}
