/** Photos of car parks, as shown to drivers. */
import * as v from 'valibot'
import { single } from './common.ts'
import { photoFilesSchema } from './photo-files.ts'

export const parkPhotoSchema = v.object({
  ...photoFilesSchema.entries,
  /** Alternative text. */
  text: v.object({ en: v.string(), fr: v.string() }),
})

/** In display order. */
export const parkPhotosSchema = v.object({ park_id: v.number(), photos: v.array(parkPhotoSchema) })
export type ParkPhotos = v.InferOutput<typeof parkPhotosSchema>
export const parkPhotosSingle = single(parkPhotosSchema)
