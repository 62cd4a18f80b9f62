import {
  type SocialConfigWire,
  socialConfigSingle,
  type SocialLoginBody,
  type SocialSessionWire,
  socialSessionSchema,
} from '../contract/social.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Null when this provider has not set it up. */
export async function getSocialConfig(client: Client): Promise<Result<SocialConfigWire | null, ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: '/auth/social-config',
    schema: socialConfigSingle,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export const socialLogin = (client: Client, body: SocialLoginBody): Promise<Result<SocialSessionWire, ApiError>> =>
  client.send({ method: 'POST', path: '/auth/social-login', body, schema: socialSessionSchema, as: 'anyone' })
