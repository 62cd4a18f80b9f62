import type { RequestStatus, SpaceRequestWire } from '../../src/contract/operator-requests.ts'
import type { ContactTopic } from '../../src/domain/contact.ts'
import type { SpaceOffer } from '../../src/domain/space-offer.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

export interface SpaceRequestRow extends Omit<SpaceRequestWire, 'created_at' | 'decided_at'> {
  readonly language: Language
  readonly park_slug: string | null
  readonly created_at: number
  readonly decided_at: number | null
}

const SELECT = `select r.request_id, r.topic, r.status, r.name, r.email, r.text, r.language, r.offer, r.reason, p.code as park_code,
       p.slug as park_slug, r.created_at, r.decided_at
  from space_requests r left join parks p on p.id = r.park_id`

export interface NewRequest {
  readonly message_id: string
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly text: string
  readonly language: Language
  readonly offer: SpaceOffer
  readonly userId: UserId | null
  readonly nowMs: number
}

export async function insertSpaceRequest(tx: Queryable, request: NewRequest): Promise<void> {
  const { message_id: id, userId, topic, name, email, text, language, offer, nowMs } = request
  await tx.query(
    `insert into space_requests (request_id, user_id, topic, name, email, text, language, offer, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, userId, topic, name, email, text, language, JSON.stringify(offer), new Date(nowMs)],
  )
}

/** Lists open requests oldest first, others by latest decision. */
export const listSpaceRequests = (
  db: Queryable,
  status: RequestStatus,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly SpaceRequestRow[]> =>
  db.query<SpaceRequestRow>(
    `${SELECT} where r.status = $1
      order by case when $1 = 'open' then r.created_at end, r.decided_at desc, r.request_id limit $2 offset $3`,
    [status, limit, offset],
  )

export async function countSpaceRequests(db: Queryable, status: RequestStatus): Promise<number> {
  const [row] = await db.query<{ n: number }>('select count(*)::int as n from space_requests where status = $1', [
    status,
  ])
  return row?.n ?? 0
}

export async function findSpaceRequest(db: Queryable, id: string): Promise<SpaceRequestRow | undefined> {
  const [row] = await db.query<SpaceRequestRow>(`${SELECT} where r.request_id = $1`, [id])
  return row
}

export async function lockSpaceRequest(tx: Queryable, id: string): Promise<SpaceRequestRow | undefined> {
  const [row] = await tx.query<SpaceRequestRow>(`${SELECT} where r.request_id = $1 for update of r`, [id])
  return row
}

type Decision =
  | { readonly status: 'approved'; readonly parkId: number }
  | { readonly status: 'refused'; readonly reason: string }

/** Makes the email due immediately. */
export async function decideSpaceRequest(
  tx: Queryable,
  id: string,
  { decision, nowMs }: { readonly decision: Decision; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update space_requests set status = $2, park_id = $3, reason = $4, decided_at = $5, mail_at = $5 where request_id = $1`,
    [
      ...[id, decision.status, decision.status === 'approved' ? decision.parkId : null],
      ...[decision.status === 'refused' ? decision.reason : null, new Date(nowMs)],
    ],
  )
}

/** Deletes requests refused long ago. */
export async function deleteRefusedRequests(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(`delete from space_requests where status = 'refused' and decided_at < $1 and mail_at is null`, [
    new Date(beforeMs),
  ])
}
