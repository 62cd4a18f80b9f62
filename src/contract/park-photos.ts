/** Photos of car parks, as everybody sees them. */
import * as v from 'valibot'
import { single } from './common.ts'
import { photoFilesSchema } from './photo-files.ts'

export const parkPhotoSchema = v.object({
  ...photoFilesSchema.entries,
  /** What is to be seen, for who cannot see it. */
  text: v.object({ en: v.string(), fr: v.string() }),
})

/** In the order in which they are shown. */
export const parkPhotosSchema = v.object({ park_id: v.number(), photos: v.array(parkPhotoSchema) })
export type ParkPhotos = v.InferOutput<typeof parkPhotosSchema>
export const parkPhotosSingle = single(parkPhotosSchema)
