/** Operators add photos of their car parks, describe them, put them in order and remove them. */
import type { NewPhotoQuery, PhotoTextBody } from '../../src/contract/operator-photos.ts'
import type { ParkPhotos } from '../../src/contract/park-photos.ts'
import { PARK_PHOTOS_MAX } from '../../src/domain/park-photos.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import {
  deletePhoto,
  insertPhoto,
  listPhotos,
  type PhotoRow,
  setPhotoOrder,
  setPhotoText,
} from '../repositories/park-photos.ts'
import { lockPark } from '../repositories/planned-tariffs.ts'
import { toPhotoFiles } from '../rules/photo-wire.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import type { DrawnPhoto } from './photo-picture.ts'

const toPhotoWire = (row: PhotoRow): ParkPhotos['photos'][number] => ({
  ...toPhotoFiles(row),
  text: { en: row.text_en, fr: row.text_fr },
})

export const readPhotos = async (db: Queryable, parkId: number): Promise<ParkPhotos> => ({
  park_id: parkId,
  photos: (await listPhotos(db, parkId)).map(toPhotoWire),
})

/** Serialises changes to a car park's photos, so that their number never exceeds the limit. */
async function lockPhotos(tx: Queryable, { id }: OperatedPark): Promise<readonly PhotoRow[]> {
  await lockPark(tx, toParkId(id))
  return listPhotos(tx, id)
}

export interface Photographed {
  readonly photos: ParkPhotos
  /** False when it was already so. */
  readonly isChanged: boolean
}
type Answer = Promise<Result<Photographed, Objection>>

const told = async (tx: Queryable, { id }: OperatedPark, isChanged: boolean): Answer =>
  ok({ photos: await readPhotos(tx, id), isChanged })

const NO_SUCH_PHOTO: Objection = { code: 'not_found', words: 'There is no such photo.' }

export interface AddingPhoto {
  readonly park: OperatedPark
  readonly query: NewPhotoQuery
  readonly drawn: DrawnPhoto
  readonly nowMs: number
}

/**
 * Adds a photo after the others. A repeat after a lost answer adds no second photo: it only updates the description of
 * the one with that id.
 */
export async function addPhoto(tx: Queryable, { park, query, drawn, nowMs }: AddingPhoto): Answer {
  const known = await lockPhotos(tx, park)
  const { photo_id: photoId } = query
  const text = { en: query.text_en, fr: query.text_fr }
  const same = known.find(({ hash }) => hash === drawn.hash)
  if (same !== undefined) {
    if (same.photo_id === photoId) return describePhoto(tx, { park, photoId, text })
    return err({ code: 'photo_repeated', words: 'This photo is there already.' })
  }
  if (known.length >= PARK_PHOTOS_MAX)
    return err({ code: 'too_many_photos', words: `A car park has at most ${String(PARK_PHOTOS_MAX)} photos.` })
  const isNew = await insertPhoto(tx, { photoId, parkId: park.id, ...drawn, text, nowMs })
  return isNew ? told(tx, park, true) : err(objectTo('photo_id', 'Another photo has this id.'))
}

interface OnePhoto {
  readonly park: OperatedPark
  readonly photoId: string
}

export async function describePhoto(
  tx: Queryable,
  { park, photoId, text }: OnePhoto & Pick<PhotoTextBody, 'text'>,
): Answer {
  const row = (await lockPhotos(tx, park)).find(({ photo_id: id }) => id === photoId)
  if (row === undefined) return err(NO_SUCH_PHOTO)
  if (row.text_en === text.en && row.text_fr === text.fr) return told(tx, park, false)
  await setPhotoText(tx, { parkId: park.id, photoId, text })
  return told(tx, park, true)
}

/** Refused, with the current photos, when they are not the ones that were put in order. */
export async function orderPhotos(
  tx: Queryable,
  { park, photoIds }: { readonly park: OperatedPark; readonly photoIds: readonly string[] },
): Answer {
  const known = (await lockPhotos(tx, park)).map(({ photo_id: id }) => id)
  const isAll = photoIds.toSorted().join(' ') === known.toSorted().join(' ')
  if (!isAll) {
    const current = await readPhotos(tx, park.id)
    return err({ code: 'version_conflict', words: 'There are other photos now.', extra: { current } })
  }
  const isChanged = photoIds.join(' ') !== known.join(' ')
  if (isChanged) await setPhotoOrder(tx, park.id, photoIds)
  return told(tx, park, isChanged)
}

/** Removes a photo; its addresses stop working immediately. */
export async function removePhoto(tx: Queryable, { park, photoId }: OnePhoto): Answer {
  const isThere = (await lockPhotos(tx, park)).some(({ photo_id: id }) => id === photoId)
  if (!isThere) return err(NO_SUCH_PHOTO)
  await deletePhoto(tx, { parkId: park.id, photoId })
  return told(tx, park, true)
}
