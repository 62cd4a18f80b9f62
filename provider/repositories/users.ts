import type { MailKind, User } from '../../src/contract/auth.ts'
import { type CountryCode, getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

/** Times are epoch milliseconds. */
export interface UserRow {
  readonly user_id: UserId
  /** Lower case. */
  readonly email: string
  /** Null for an account that only signs in through an identity service. */
  readonly password_hash: string | null
  readonly first_name: string
  readonly last_name: string
  readonly phone: string | null
  readonly country_code: CountryCode
  readonly language: Language
  readonly email_verified_at: number | null
  readonly disabled_at: number | null
  readonly mail_off: readonly MailKind[]
  /**
   * Null for an account. `moved`: its bookings were moved to the account of its address. `company`: holds a company's
   * wallet.
   */
  readonly guest: 'open' | 'moved' | 'company' | null
  /** Where a guest's emails go; unverified. Null for accounts, and for a guest who gave a phone number. */
  readonly contact_email: string | null
}

export type NewUser = Omit<UserRow, 'disabled_at' | 'mail_off' | 'guest' | 'contact_email'>

/** Builds the row of a newly inserted account. */
export const newAccount = (user: NewUser): UserRow => ({
  ...user,
  disabled_at: null,
  mail_off: [],
  guest: null,
  contact_email: null,
})

export type ProfileChange = Partial<
  Pick<UserRow, 'first_name' | 'last_name' | 'phone' | 'country_code' | 'language' | 'mail_off'>
>

const COLUMNS =
  'user_id, email, password_hash, first_name, last_name, phone, country_code, language, email_verified_at, disabled_at, mail_off, guest, contact_email'

/** Where emails to a driver go; null for a guest who gave no address. */
export const mailAddressOf = ({ email, guest, contact_email: contact }: UserRow): string | null =>
  guest === null ? email : contact

export const toUserWire = (row: UserRow): User => ({
  user_id: row.user_id,
  email: mailAddressOf(row) ?? '',
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  country_id: getCountry(row.country_code).id,
  country: { code: row.country_code },
  language: row.language,
  email_verified: row.email_verified_at !== null,
  mail_off: [...row.mail_off],
  ...(row.guest === null ? {} : { guest: true }),
})

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(`select ${COLUMNS} from users where email = $1`, [email])
  return row
}

export async function findUser(db: Queryable, userId: UserId): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(`select ${COLUMNS} from users where user_id = $1 and deleted_at is null`, [
    userId,
  ])
  return row
}

/** Locks the user's row until the transaction ends, so that changes to their data run one at a time. */
export async function lockUser(tx: Queryable, userId: UserId): Promise<boolean> {
  const rows = await tx.query('select 1 from users where user_id = $1 and deleted_at is null for update', [userId])
  return rows.length > 0
}

/** Returns false when the address has an account. */
export async function insertUser(tx: Queryable, user: NewUser, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into users (user_id, email, password_hash, first_name, last_name, phone, country_code, language, email_verified_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict (email) do nothing returning user_id`,
    [
      ...[
        user.user_id,
        user.email,
        user.password_hash,
        user.first_name,
        user.last_name,
        user.phone,
        user.country_code,
        user.language,
      ],
      user.email_verified_at === null ? null : new Date(user.email_verified_at),
      new Date(nowMs),
    ],
  )
  return rows.length > 0
}

/** Changes only the given fields. Returns undefined when the user no longer exists. */
export async function updateProfile(
  db: Queryable,
  userId: UserId,
  change: ProfileChange & { readonly nowMs: number },
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(
    `update users set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
            phone = case when $4 then $5 else phone end, country_code = coalesce($6, country_code),
            language = coalesce($7, language), mail_off = coalesce($8, mail_off), updated_at = $9
      where user_id = $1 and deleted_at is null returning ${COLUMNS}`,
    [
      ...[
        userId,
        change.first_name ?? null,
        change.last_name ?? null,
        change.phone !== undefined,
        change.phone ?? null,
      ],
      ...[change.country_code ?? null, change.language ?? null, change.mail_off ?? null, new Date(change.nowMs)],
    ],
  )
  return row
}

export async function updatePasswordHash(
  db: Queryable,
  userId: UserId,
  change: { readonly hash: string; readonly nowMs: number },
): Promise<void> {
  await db.query('update users set password_hash = $2, updated_at = $3 where user_id = $1', [
    userId,
    change.hash,
    new Date(change.nowMs),
  ])
}

export async function setDisabled(db: Queryable, email: string, disabledMs: number | null): Promise<void> {
  await db.query('update users set disabled_at = $2 where email = $1', [
    email,
    disabledMs === null ? null : new Date(disabledMs),
  ])
}

/** Also deletes the user's links that expired over a day ago; until then a link can be reported as expired. */
export async function storeReset(
  db: Queryable,
  userId: UserId,
  reset: { readonly tokenHash: string; readonly expiresMs: number; readonly nowMs: number },
): Promise<void> {
  await db.query('delete from password_resets where user_id = $1 and expires_at < $2', [
    userId,
    new Date(reset.nowMs - DAY_MS),
  ])
  await db.query('insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    reset.tokenHash,
    userId,
    new Date(reset.expiresMs),
  ])
}

export async function findReset(
  db: Queryable,
  tokenHash: string,
): Promise<{ readonly userId: UserId; readonly expiresMs: number } | undefined> {
  const [row] = await db.query<{ user_id: UserId; expires_at: number }>(
    'select user_id, expires_at from password_resets where token_hash = $1',
    [tokenHash],
  )
  return row === undefined ? undefined : { userId: row.user_id, expiresMs: row.expires_at }
}

/** Consumes a link and voids all other links of the user. Returns false when another request was first. */
export async function useReset(tx: Queryable, tokenHash: string, userId: UserId): Promise<boolean> {
  const used = await tx.query('delete from password_resets where token_hash = $1 returning 1', [tokenHash])
  await voidResets(tx, userId)
  return used.length > 0
}

export async function voidResets(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query('delete from password_resets where user_id = $1', [userId])
}
