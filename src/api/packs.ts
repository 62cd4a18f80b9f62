import { packManifestSingle, type PackManifestWire, packRegionAll, type PackRegionWire } from '../contract/packs.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type Timers, timeoutSignal } from '../lib/timers.ts'
import type { ApiError } from './api-error.ts'
import { type Client, untilAborted } from './client.ts'

/** Allows for a slow connection; a dead one must not block the other files forever. */
const FILE_TIMEOUT_MS = 60_000
/** No region file is this long once unpacked. */
const MAXIMUM_FILE_BYTES = 8_000_000

/** Lists the regions of a country that a phone may keep. */
export async function listPacks(client: Client, country: string): Promise<Result<readonly PackRegionWire[], ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: '/parks/packs',
    query: { country },
    schema: packRegionAll,
    isAnswer: ({ data }) => data.every((pack) => pack.country_code === country),
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Fetches the current contents of a region. */
export async function getPack(client: Client, region: string): Promise<Result<PackManifestWire, ApiError>> {
  const answer = await client.send({
    method: 'GET',
    path: `/parks/packs/${encodeURIComponent(region)}`,
    schema: packManifestSingle,
    isAnswer: ({ data }) => data.region === region,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export interface FileLine {
  readonly fetch: (request: Request) => Promise<Response>
  /** Absolute address of `/api/v1`. */
  readonly baseUrl: string
  readonly timers: Timers
}

/** Resolves with undefined when the body is longer than any region file. */
async function readBytes(response: Response): Promise<ArrayBuffer | undefined> {
  if (response.body === null) return new ArrayBuffer(0)
  const reader = response.body.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces).arrayBuffer()
    length += value.byteLength
    if (length > MAXIMUM_FILE_BYTES) {
      await reader.cancel()
      return undefined
    }
    pieces.push(value)
  }
}

async function readFile(response: Response): Promise<Result<ArrayBuffer, ApiError>> {
  const { status, headers } = response
  const bytes = await readBytes(response)
  const isJson = headers.get('content-type')?.toLowerCase().startsWith('application/json') === true
  if (!response.ok || response.redirected || !isJson) return err({ kind: 'foreign', status })
  return bytes === undefined ? err({ kind: 'invalid_response', status }) : ok(bytes)
}

/** Fetches the bytes of one immutable file. The caller checks that they match its hash. */
export async function fetchPackFile(line: FileLine, hash: string): Promise<Result<ArrayBuffer, ApiError>> {
  const { signal, cancel } = timeoutSignal(line.timers, FILE_TIMEOUT_MS)
  const ask = async () => readFile(await line.fetch(new Request(`${line.baseUrl}/packs/${hash}.json`, { signal })))
  try {
    return await Promise.race([ask(), untilAborted(signal)])
  } catch (error) {
    if (signal.aborted) return err({ kind: 'timeout' })
    // `fetch` and the body's reader report a lost connection in different words; both throw a TypeError.
    if (error instanceof TypeError) return err({ kind: 'network' })
    throw error
  } finally {
    cancel()
  }
}
