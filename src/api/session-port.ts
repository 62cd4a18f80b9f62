import type { SessionWire } from '../contract/auth.ts'

/** What the client needs from the stored session. */
export interface SessionTokens {
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Key of a refresh that was sent and not yet answered. */
  readonly refreshKey: string | null
  /** False once the provider refuses to refresh this session. */
  readonly live: boolean
}

/** The client's access to the session row, so that `api` depends on no database. */
export interface SessionPort {
  find(): Promise<SessionTokens | undefined>
  /**
   * Stores the key before the refresh is sent, so that a lost answer can be requested again with it. Returns the key to
   * send, which is another tab's when one is already stored; undefined when the session no longer holds `refreshToken`.
   */
  keepRefreshKey(refreshToken: string, key: string): Promise<string | undefined>
  /** Stores the successor, unless the session changed meanwhile (`refreshToken` is the one that was used). */
  replace(refreshToken: string, next: SessionWire): Promise<unknown>
  /** Marks the session as not refreshable: data stays readable, sending stops. */
  expire(refreshToken: string): Promise<unknown>
}
