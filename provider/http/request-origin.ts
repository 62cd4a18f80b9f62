import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * Returns the origin under which the caller's browser sees us, if it sends one, else the configured one. For links that
 * only the caller gets: a browser on `127.0.0.1` must not be sent to `localhost`, where it is not signed in.
 */
export function requestOrigin(c: Context<AppEnv>, publicUrl: string): string {
  const origin = c.req.header('origin') ?? ''
  return /^https?:\/\/[\w.:[\]-]+$/i.test(origin) ? origin : publicUrl
}
