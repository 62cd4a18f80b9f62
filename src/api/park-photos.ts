import { type ParkPhotos, parkPhotosSingle } from '../contract/park-photos.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export async function getParkPhotos(client: Client, parkId: number): Promise<Result<ParkPhotos, ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: `/front/parks/${String(parkId)}/photos`,
    schema: parkPhotosSingle,
    isAnswer: ({ data }) => data.park_id === parkId,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
