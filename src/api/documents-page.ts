import { type Documents, documentsSingle } from '../contract/documents-page.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export async function getDocuments(client: Client): Promise<Result<Documents, ApiError>> {
  const answer = await client.send({ method: 'GET', path: '/vehicle-documents', schema: documentsSingle, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}
