import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Whether If-None-Match names this content; weak ETags match too. */
export const isKnown = (c: Context<AppEnv>, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((one) => bare(one) === bare(etag))

const bare = (etag: string): string => etag.trim().replace(/^W\//, '')
