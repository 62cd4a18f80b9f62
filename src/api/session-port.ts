import type { SessionWire } from '../contract/auth.ts'

/** What the client needs to know of the session that the phone keeps. */
export interface SessionTokens {
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Key of a refresh that was sent and whose answer is not known. */
  readonly refreshKey: string | null
  /** False once the provider said that it refreshes this session no more. */
  readonly live: boolean
}

/** The client's way to the session row, so that `api` knows no database. */
export interface SessionPort {
  find(): Promise<SessionTokens | undefined>
  /**
   * Stores the key before the refresh is sent: a lost answer is asked for again with it. Gives the key to send, which is
   * another's when one is stored already; undefined when the session no longer holds `refreshToken`.
   */
  keepRefreshKey(refreshToken: string, key: string): Promise<string | undefined>
  /** Takes the successor, unless the session changed meanwhile (`refreshToken` is the one that was used). */
  replace(refreshToken: string, next: SessionWire): Promise<unknown>
  /** Marks the session as not refreshable: data stays readable, sending stops. */
  expire(refreshToken: string): Promise<unknown>
}
