import { dayListFromWire } from '../../../src/contract/day-list-mapping.ts'
import type { Direction } from '../../../src/domain/check-in.ts'
import { mergeDayList } from '../../../src/domain/day-list.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { importPassKeys } from '../../../src/domain/pass.ts'
import { judgeScan, type Verdict } from '../../../src/domain/verdict.ts'
import { PAIRING_LIFE_MS, createPairing } from '../../../provider/services/pairing.ts'
import type { CheckInItem, CheckInsAnswer, PairAnswer, SignedDayList } from '../../../src/contract/attendant.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { newKey } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export { PAIRING_LIFE_MS }

export interface TestPhone {
  readonly token: string
  readonly deviceId: string
}

/** Returns a park's code; `insertTestPark` makes codes of another form than the real import's seven characters. */
export async function codeOfPark(provider: TestProvider, parkId: number): Promise<string> {
  const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [parkId])
  if (row === undefined) throw new Error('No park')
  return row.code
}

export async function makeCode(provider: TestProvider, parkCodes: readonly string[]): Promise<string> {
  const pairing = await createPairing(provider.deps, parkCodes)
  if (!pairing.ok) throw new Error(`No park ${pairing.error.unknown}`)
  return pairing.value.code
}

export const postPair = (
  provider: TestProvider,
  code: string,
  options: { readonly key?: string; readonly name?: string } = {},
): Promise<Response> =>
  provider.request('POST', '/api/v1/attendant/pair', {
    body: { code, ...(options.name === undefined ? {} : { device_name: options.name }) },
    ...(options.key === undefined ? {} : { key: options.key }),
  })

export async function pairPhone(provider: TestProvider, parkCodes: readonly string[]): Promise<TestPhone> {
  const answer = await postPair(provider, await makeCode(provider, parkCodes))
  if (answer.status !== 200) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: PairAnswer }
  return { token: data.token, deviceId: data.device_id }
}

export const requestList = (
  provider: TestProvider,
  phone: TestPhone,
  query: Readonly<Record<string, string>>,
): Promise<Response> =>
  provider.request('GET', `/api/v1/attendant/day-list?${new URLSearchParams(query).toString()}`, { token: phone.token })

export async function mustList(
  provider: TestProvider,
  phone: TestPhone,
  query: Readonly<Record<string, string>>,
): Promise<SignedDayList> {
  const answer = await requestList(provider, phone, query)
  if (answer.status !== 200) throw new Error(await answer.text())
  return (await answer.json()) as SignedDayList
}

export const postCheckIns = (
  provider: TestProvider,
  phone: TestPhone,
  upload: { readonly items: readonly CheckInItem[]; readonly key?: string },
): Promise<Response> =>
  provider.request('POST', '/api/v1/attendant/check-ins', {
    token: phone.token,
    key: upload.key ?? newKey(),
    body: { items: upload.items },
  })

export async function mustCheckIn(
  provider: TestProvider,
  phone: TestPhone,
  items: readonly CheckInItem[],
): Promise<CheckInsAnswer['results']> {
  const answer = await postCheckIns(provider, phone, { items })
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { data: CheckInsAnswer }).data.results
}

/** Returns the time that many minutes after the test's now. */
export const timeAfter = (provider: TestProvider, minutes: number): string =>
  new Date(provider.clock.now() + minutes * 60_000).toISOString()

export const newNonce = (): string => uuid7()

export const tailOf = (bookingId: string): string => bookingId.replaceAll('-', '').slice(-16)

interface AtGate {
  readonly parkId: number
  /** P1 text. */
  readonly pass: string
  readonly direction: Direction
  /** False: only the keys were downloaded. */
  readonly hasList?: boolean
}

/** Returns the verdict of an attendant who scans the pass now. */
export async function judgeAt(
  provider: TestProvider,
  { parkId, pass, direction, hasList = true }: AtGate,
): Promise<Verdict> {
  const park = await codeOfPark(provider, parkId)
  const phone = await pairPhone(provider, [park])
  const merged = mergeDayList(undefined, dayListFromWire((await mustList(provider, phone, { park })).data))
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  const list = merged.ok && hasList ? merged.value : undefined
  const now = toInstant(provider.clock.now())
  return judgeScan(pass, { parkId: toParkId(parkId), list, keys, direction, now, logOf: () => [] })
}
