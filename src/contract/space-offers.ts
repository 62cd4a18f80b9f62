import * as v from 'valibot'
import { hasLineBreak } from '../domain/contact.ts'
import { OFFER_PRICE_MAX, OFFER_SPACES_MAX } from '../domain/space-offer.ts'
import { chargerBody } from './chargers.ts'
import { countryCode, shortText } from './common.ts'

const oneLine = v.pipe(
  v.string(),
  v.check((text) => !hasLineBreak(text), 'one line'),
  shortText,
)
const degrees = (limit: number) => v.nullable(v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit)))
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

/** Details of an offered space or charger, for the topics `charger` and `space`. */
export const offerSchema = v.pipe(
  v.strictObject({
    country_code: countryCode,
    address: oneLine,
    city: oneLine,
    lat: degrees(90),
    lng: degrees(180),
    spaces: whole(1, OFFER_SPACES_MAX),
    /** Minor units of the country's currency. */
    hourly: whole(0, OFFER_PRICE_MAX),
    charger: v.nullable(chargerBody),
  }),
  v.check(({ lat, lng }) => (lat === null) === (lng === null), 'lat and lng: both or neither'),
)
