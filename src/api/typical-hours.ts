import { type TypicalHours, typicalHoursSingle } from '../contract/typical-hours.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export async function getTypicalHours(client: Client, parkId: number): Promise<Result<TypicalHours, ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: `/front/parks/${String(parkId)}/typical`,
    schema: typicalHoursSingle,
    isAnswer: ({ data }) => data.park_id === parkId,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
