import type { Queryable } from '../db/database.ts'
import type { KeptPhoto } from '../rules/photo-wire.ts'

/** Selects the photo of the review aliased `review` in the outer statement: a `KeptPhoto`, or null. */
export const reviewPhotoSql = (review: string): string => `
  (select jsonb_build_object('photo_id', p.photo_id, 'hash', p.hash, 'width', p.width, 'height', p.height, 'widths',
            (select jsonb_agg(f.width order by f.width) from review_photo_files f where f.review_id = p.review_id))
     from review_photos p where p.review_id = ${review}.review_id)`

export interface NewReviewPhoto extends Omit<KeptPhoto, 'photo_id' | 'widths'> {
  readonly photoId: string
  readonly files: ReadonlyArray<{ readonly width: number; readonly webp: Buffer }>
}

/** Replaces the review's photo; null removes it. Returns false when nothing changed. */
export async function putReviewPhoto(
  tx: Queryable,
  {
    reviewId,
    photo,
    nowMs,
  }: { readonly reviewId: string; readonly photo: NewReviewPhoto | null; readonly nowMs: number },
): Promise<boolean> {
  const gone = await tx.query(
    'delete from review_photos where review_id = $1 and photo_id is distinct from $2 returning photo_id',
    [reviewId, photo?.photoId ?? null],
  )
  if (photo === null) return gone.length > 0
  const { photoId, hash, width, height, files } = photo
  const added = await tx.query(
    `insert into review_photos (review_id, photo_id, hash, width, height, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning photo_id`,
    [reviewId, photoId, hash, width, height, new Date(nowMs)],
  )
  if (added.length === 0) return false
  for (const file of files)
    await tx.query('insert into review_photo_files (review_id, width, webp) values ($1, $2, $3)', [
      ...[reviewId, file.width, file.webp],
    ])
  return true
}

/** Finds a photo for moderators, even of a hidden review. Returns undefined when there is none. */
export async function findReviewPhoto(db: Queryable, reviewId: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ webp: Buffer }>(
    'select webp from review_photo_files where review_id = $1 order by width desc limit 1',
    [reviewId],
  )
  return row?.webp
}
