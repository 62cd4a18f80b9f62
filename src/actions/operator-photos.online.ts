/** Photos of an operator's car park in the console. Nothing of it is stored on the phone. */
import * as v from 'valibot'
import { type ParkPhotos, parkPhotosSchema, parkPhotosSingle } from '../contract/park-photos.ts'
import { MINUTE_MS } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

export type Photos = ParkPhotos['photos']
export type PhotoText = Photos[number]['text']

type Answer = Promise<Result<Photos, ActionError>>

const pathOf = (code: string): string => `/parks/${encodeURIComponent(code)}/photos`

const told = (answer: Result<{ readonly data: ParkPhotos }, ActionError>): Result<Photos, ActionError> =>
  answer.ok ? ok(answer.value.data.photos) : answer

export const loadOperatorPhotos = async (code: string): Answer =>
  told(await readOperator({ method: 'GET', path: pathOf(code), schema: parkPhotosSingle }))

export interface NewPhoto {
  /** Created when the picture is chosen, so that resending it does not add a second photo. */
  readonly id: string
  /** JPEG. */
  readonly picture: ArrayBuffer
  readonly text: PhotoText
}

/** Returns all photos after the addition. Refusals: too_many_photos, photo_repeated, and problems with the picture. */
export const addPhoto = async (code: string, { id, picture, text }: NewPhoto): Answer =>
  told(
    await changeOperator({
      ...{ method: 'POST', path: pathOf(code), schema: parkPhotosSingle, picture },
      query: { photo_id: id, text_en: text.en, text_fr: text.fr },
      // A megabyte takes long with a weak signal.
      timeoutMs: 2 * MINUTE_MS,
    }),
  )

export const describePhoto = async (code: string, id: string, text: PhotoText): Answer =>
  told(
    await changeOperator({
      ...{ method: 'PATCH', path: `${pathOf(code)}/${id}`, body: { text }, schema: parkPhotosSingle },
    }),
  )

export const removePhoto = async (code: string, id: string): Answer =>
  told(await changeOperator({ method: 'DELETE', path: `${pathOf(code)}/${id}`, schema: parkPhotosSingle }))

const otherExtra = v.object({ current: parkPhotosSchema })

/** Reorders all photos. Returns the current ones when another user has added or removed one meanwhile. */
export async function orderPhotos(code: string, ids: readonly string[]): Answer {
  const answer = await changeOperator({
    ...{ method: 'PUT', path: `${pathOf(code)}/order`, body: { photos: ids }, schema: parkPhotosSingle },
  })
  if (answer.ok || answer.error.kind !== 'refused') return told(answer)
  const other = v.safeParse(otherExtra, answer.error.extra)
  return other.success ? ok(other.output.current.photos) : answer
}
