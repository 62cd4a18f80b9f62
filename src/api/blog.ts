import { type Post, postList } from '../contract/blog.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Fetches the newest posts in full, in the language of the app. */
export async function listPosts(client: Client): Promise<Result<readonly Post[], ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: '/blog',
    query: { size: 100 },
    schema: postList,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.items) : answer
}
