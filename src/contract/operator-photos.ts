/** Photos of car parks, as their operators add, describe and order them. */
import * as v from 'valibot'
import { PARK_PHOTOS_MAX, PHOTO_TEXT_MAX } from '../domain/park-photos.ts'
import { uuid } from './common.ts'
import { operatorText, operatorWords } from './operator.ts'

/** Beside the picture, which is the body. `photo_id`: made by whoever sends it. */
export const newPhotoQuery = v.object({
  photo_id: uuid,
  text_en: operatorText(PHOTO_TEXT_MAX),
  text_fr: operatorText(PHOTO_TEXT_MAX),
})
export type NewPhotoQuery = v.InferOutput<typeof newPhotoQuery>

export const photoTextBody = v.pipe(
  v.strictObject({ text: operatorWords(PHOTO_TEXT_MAX) }),
  v.examples([{ text: { en: 'The entrance on Front Street', fr: 'L’entrée sur Front Street' } }]),
)
export type PhotoTextBody = v.InferOutput<typeof photoTextBody>

/** All of them, in their new order; if there are others now, 409 version_conflict. */
export const photoOrderBody = v.pipe(
  v.strictObject({ photos: v.pipe(v.array(uuid), v.maxLength(PARK_PHOTOS_MAX)) }),
  v.examples([{ photos: ['019ad3a5-7c1e-7a30-8000-5b1d2c3e4f50'] }]),
)
