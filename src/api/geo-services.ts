import * as v from 'valibot'
import { GEO_SERVICE_TIMEOUT_MS } from '../config/limits.ts'
import type { Geo } from '../contract/places.ts'
import { GEO_SERVICES, type GeoService } from '../domain/geo-services.ts'
import { type Timers, timeoutSignal } from '../lib/timers.ts'

const text = v.nullish(v.string(), null)
const number = v.nullish(v.number(), null)

/** https://ipapi.co/api/#complete-location; a refusal is `{error: true, reason}`. */
const ipapi = v.pipe(
  v.object({ ip: text, country_code: v.string(), country_name: text, city: text, region: text, timezone: text }),
  v.transform(({ country_name: country, ...rest }) => ({ ...rest, country })),
)

/** https://ipwhois.io/documentation; a refusal is `{success: false, message}`. */
const ipwhois = v.pipe(
  v.object({
    success: v.literal(true),
    ip: text,
    country_code: v.string(),
    country: text,
    city: text,
    region: text,
    timezone: v.nullish(v.object({ id: text })),
  }),
  v.transform(({ success: _told, timezone, ...rest }) => ({ ...rest, timezone: timezone?.id ?? null })),
)

/** https://docs.freeipapi.com/response.html; unknown values are "-". */
const freeipapi = v.pipe(
  v.object({
    ipAddress: text,
    countryCode: v.pipe(v.string(), v.notValue('-')),
    countryName: text,
    cityName: text,
    regionName: text,
    timeZones: v.nullish(v.array(v.string())),
  }),
  v.transform((answer) => ({
    ip: answer.ipAddress,
    country_code: answer.countryCode,
    country: answer.countryName,
    city: answer.cityName,
    region: answer.regionName,
    timezone: answer.timeZones?.[0] ?? null,
  })),
)

const position = v.object({ latitude: number, longitude: number })
const ANSWERS = { 'ipapi.co': ipapi, 'ipwho.is': ipwhois, 'freeipapi.com': freeipapi } as const

interface Way {
  /** Injected in tests. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly timers: Timers
}

async function read(response: Response, service: GeoService): Promise<Geo | undefined> {
  if (!response.ok) return undefined
  const body: unknown = await response.json()
  const [answer, where] = [v.safeParse(ANSWERS[service], body), v.safeParse(position, body)]
  const nowhere = { latitude: null, longitude: null }
  return answer.success ? { ...answer.output, ...(where.success ? where.output : nowhere) } : undefined
}

/**
 * Asks one public service for the location of this phone's address, which is all that the service learns. Resolves with
 * undefined when it gives no usable answer within 5 s.
 */
export async function askGeoService({ fetch, timers }: Way, service: GeoService): Promise<Geo | undefined> {
  const { signal, cancel } = timeoutSignal(timers, GEO_SERVICE_TIMEOUT_MS)
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const request = new Request(GEO_SERVICES[service], {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  })
  // On any failure the next service is asked.
  const asked = fetch(request)
    .then((response) => read(response, service))
    .catch(() => undefined)
  return Promise.race([asked, late]).finally(cancel)
}
