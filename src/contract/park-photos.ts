/** Photos of car parks, as everybody sees them. */
import * as v from 'valibot'
import { single, uuid } from './common.ts'

export const parkPhotoSchema = v.object({
  photo_id: uuid,
  /** Of the largest file, pixels. */
  width: v.number(),
  height: v.number(),
  /** WebP, the narrowest first; what is at `url` never changes. */
  files: v.pipe(
    v.array(v.object({ url: v.pipe(v.string(), v.regex(/^\/photos\//)), width: v.number() })),
    v.minLength(1),
  ),
  /** What is to be seen, for who cannot see it. */
  text: v.object({ en: v.string(), fr: v.string() }),
})
export type ParkPhoto = v.InferOutput<typeof parkPhotoSchema>

/** In the order in which they are shown. */
export const parkPhotosSchema = v.object({ park_id: v.number(), photos: v.array(parkPhotoSchema) })
export type ParkPhotos = v.InferOutput<typeof parkPhotosSchema>
export const parkPhotosSingle = single(parkPhotosSchema)
