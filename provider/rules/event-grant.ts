import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a visitor may see an event and park for it: always if it is public, otherwise with the grant that was issued
 * in exchange for its access code. Compared in constant time.
 */
export const isOpenedBy = (
  { grant_token: token }: { readonly grant_token: string | null },
  grant: string | undefined,
): boolean => token === null || (grant !== undefined && timingSafeEqual(digest(token), digest(grant)))
