import type { Queryable } from '../db/database.ts'

export interface DevicePark {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** An attendant's phone and the parks it may act for. */
export interface AttendantDevice {
  readonly device_id: string
  readonly name: string | null
  readonly paired_at: number
  readonly last_seen_at: number
  readonly revoked_at: number | null
  readonly parks: readonly DevicePark[]
}

export interface PairingRow {
  readonly park_ids: readonly number[]
  readonly nonce: string
  readonly expires_at: number
  readonly used_key: string | null
  readonly device_id: string | null
}

const SELECT_DEVICE = `
  select d.device_id, d.name, d.paired_at, d.last_seen_at, d.revoked_at,
         (select coalesce(json_agg(json_build_object('id', k.id, 'code', k.code, 'name', k.name) order by k.name, k.id), '[]')
            from attendant_device_parks p join parks k on k.id = p.park_id where p.device_id = d.device_id) as parks
    from attendant_devices d`

export async function findParkIds(db: Queryable, codes: readonly string[]): Promise<ReadonlyMap<string, DevicePark>> {
  const rows = await db.query<DevicePark>('select id, code, name from parks where code = any($1::text[])', [codes])
  return new Map(rows.map((row) => [row.code, row]))
}

export const findParksById = (db: Queryable, ids: readonly number[]): Promise<readonly DevicePark[]> =>
  db.query<DevicePark>('select id, code, name from parks where id = any($1::int[]) order by name, id', [ids])

export interface NewPairing {
  readonly codeHash: string
  readonly parkIds: readonly number[]
  readonly nonce: string
  readonly nowMs: number
  readonly expiresMs: number
}

/** Also deletes codes that expired more than a day ago. */
export async function insertPairing(tx: Queryable, pairing: NewPairing): Promise<void> {
  await tx.query('delete from pairing_codes where expires_at < $1', [new Date(pairing.nowMs - 86_400_000)])
  await tx.query(
    'insert into pairing_codes (code_hash, park_ids, nonce, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [pairing.codeHash, pairing.parkIds, pairing.nonce, new Date(pairing.nowMs), new Date(pairing.expiresMs)],
  )
}

export async function lockPairing(tx: Queryable, codeHash: string): Promise<PairingRow | undefined> {
  const [row] = await tx.query<PairingRow>(
    'select park_ids, nonce, expires_at, used_key, device_id from pairing_codes where code_hash = $1 for update',
    [codeHash],
  )
  return row
}

export interface NewDevice {
  readonly deviceId: string
  readonly name: string | null
  readonly tokenHash: string
  readonly parkIds: readonly number[]
  readonly nowMs: number
}

export async function insertDevice(tx: Queryable, device: NewDevice): Promise<void> {
  await tx.query(
    'insert into attendant_devices (device_id, name, token_hash, paired_at, last_seen_at) values ($1, $2, $3, $4, $4)',
    [device.deviceId, device.name, device.tokenHash, new Date(device.nowMs)],
  )
  await tx.query('insert into attendant_device_parks (device_id, park_id) select $1, unnest($2::int[])', [
    device.deviceId,
    device.parkIds,
  ])
}

export async function closePairing(
  tx: Queryable,
  used: { readonly codeHash: string; readonly key: string; readonly deviceId: string },
): Promise<void> {
  await tx.query('update pairing_codes set used_key = $2, device_id = $3 where code_hash = $1', [
    used.codeHash,
    used.key,
    used.deviceId,
  ])
}

/** Finds a paired device by token or id, including devices revoked after `revokedAfterMs`. */
export async function findDevice(
  db: Queryable,
  by: { readonly tokenHash: string } | { readonly deviceId: string },
  revokedAfterMs?: number,
): Promise<AttendantDevice | undefined> {
  const [column, value] = 'tokenHash' in by ? ['d.token_hash', by.tokenHash] : ['d.device_id::text', by.deviceId]
  const [row] = await db.query<AttendantDevice>(
    `${SELECT_DEVICE} where ${column} = $1 and (d.revoked_at is null or d.revoked_at > $2)`,
    // With null, the comparison matches no revoked device.
    [value, revokedAfterMs === undefined ? null : new Date(revokedAfterMs)],
  )
  return row
}

export const listDevices = (db: Queryable): Promise<readonly AttendantDevice[]> =>
  db.query<AttendantDevice>(`${SELECT_DEVICE} order by d.paired_at, d.device_id`)

/** Returns false when there is no such device, or it has been revoked already. */
export async function revokeDevice(db: Queryable, deviceId: string, nowMs: number): Promise<boolean> {
  const rows = await db.query(
    'update attendant_devices set revoked_at = $2 where device_id::text = $1 and revoked_at is null returning device_id',
    [deviceId, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Updated at most once a minute, which is enough to tell a phone in use from one in a drawer. */
export async function noteDeviceSeen(db: Queryable, deviceId: string, nowMs: number): Promise<void> {
  await db.query('update attendant_devices set last_seen_at = $2 where device_id = $1 and last_seen_at < $3', [
    deviceId,
    new Date(nowMs),
    new Date(nowMs - 60_000),
  ])
}
