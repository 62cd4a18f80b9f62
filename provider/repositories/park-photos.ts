import type { Queryable } from '../db/database.ts'
import type { KeptPhoto } from '../rules/photo-wire.ts'

export interface PhotoRow extends KeptPhoto {
  readonly text_en: string
  readonly text_fr: string
}

/** Lists photos in display order. */
export const listPhotos = (db: Queryable, parkId: number): Promise<readonly PhotoRow[]> =>
  db.query<PhotoRow>(
    `select photo_id, hash, width, height, text_en, text_fr,
            array(select f.width from park_photo_files f where f.photo_id = p.photo_id order by f.width) as widths
       from park_photos p where park_id = $1 order by place, created_at, photo_id`,
    [parkId],
  )

export interface PhotoFile {
  readonly webp: Buffer
  /** From a review, which staff may hide, so copies must not be cached for long. */
  readonly of_review: boolean
}

/** Finds a photo by the hash and width in its URL. Returns undefined when it is not, or no longer, shown. */
export async function findPhotoFile(
  db: Queryable,
  { hash, width }: { readonly hash: string; readonly width: number },
): Promise<PhotoFile | undefined> {
  const [row] = await db.query<PhotoFile>(
    `select f.webp, false as of_review from park_photos p join park_photo_files f using (photo_id)
      where p.hash = $1 and f.width = $2
     union all
     select f.webp, true from review_photos p join review_photo_files f using (review_id) join reviews r using (review_id)
      where p.hash = $1 and f.width = $2 and r.hidden_at is null and r.deleted_at is null
      limit 1`,
    [hash, width],
  )
  return row
}

export interface NewPhoto {
  readonly photoId: string
  readonly parkId: number
  readonly hash: string
  readonly width: number
  readonly height: number
  readonly text: { readonly en: string; readonly fr: string }
  readonly files: ReadonlyArray<{ readonly width: number; readonly webp: Buffer }>
  readonly nowMs: number
}

/** Appends a photo. Returns false when the id is taken by another car park. */
export async function insertPhoto(tx: Queryable, photo: NewPhoto): Promise<boolean> {
  const { photoId, parkId, hash, width, height, text, files, nowMs } = photo
  const rows = await tx.query(
    `insert into park_photos (photo_id, park_id, place, hash, width, height, text_en, text_fr, created_at)
     select $1, $2, coalesce(max(place), 0) + 1, $3, $4, $5, $6, $7, $8 from park_photos where park_id = $2
     on conflict (photo_id) do nothing returning photo_id`,
    [photoId, parkId, hash, width, height, text.en, text.fr, new Date(nowMs)],
  )
  if (rows.length === 0) return false
  for (const file of files)
    await tx.query('insert into park_photo_files (photo_id, width, webp) values ($1, $2, $3)', [
      ...[photoId, file.width, file.webp],
    ])
  return true
}

export interface PhotoKey {
  readonly parkId: number
  readonly photoId: string
}

export async function setPhotoText(
  tx: Queryable,
  { parkId, photoId, text }: PhotoKey & { readonly text: NewPhoto['text'] },
): Promise<void> {
  await tx.query('update park_photos set text_en = $3, text_fr = $4 where park_id = $1 and photo_id = $2', [
    ...[parkId, photoId, text.en, text.fr],
  ])
}

export async function setPhotoOrder(tx: Queryable, parkId: number, photoIds: readonly string[]): Promise<void> {
  await tx.query('update park_photos set place = array_position($2::uuid[], photo_id) where park_id = $1', [
    ...[parkId, photoIds],
  ])
}

export async function deletePhoto(tx: Queryable, { parkId, photoId }: PhotoKey): Promise<void> {
  await tx.query('delete from park_photos where park_id = $1 and photo_id = $2', [parkId, photoId])
}
