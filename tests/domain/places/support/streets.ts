import type { CountryCode } from '../../../../src/domain/country.ts'
import { type Place, UNRANKED } from '../../../../src/domain/places/place.ts'
import { must } from '../../../../src/lib/assert.ts'
import { createRandom } from './random.ts'

interface City {
  readonly city: string
  readonly state: string
  readonly countryCode: CountryCode
  readonly lat: number
  readonly lng: number
}

const CITIES: readonly City[] = [
  { city: 'Toronto', state: 'Ontario', countryCode: 'CA', lat: 43.655, lng: -79.385 },
  { city: 'Vancouver', state: 'British Columbia', countryCode: 'CA', lat: 49.275, lng: -123.12 },
  { city: 'Montréal', state: 'Québec', countryCode: 'CA', lat: 45.51, lng: -73.57 },
  { city: 'New York City', state: 'New York', countryCode: 'US', lat: 40.75, lng: -73.985 },
  { city: 'San Francisco', state: 'California', countryCode: 'US', lat: 37.78, lng: -122.41 },
  { city: 'Lagos', state: 'Lagos', countryCode: 'NG', lat: 6.45, lng: 3.4 },
  { city: 'Dakar', state: 'Dakar', countryCode: 'SN', lat: 14.69, lng: -17.45 },
]

/**
 * Real streets, by city, that drivers type. Each is placed somewhere in its city, because the table checks names, not
 * distances.
 */
const REAL: Readonly<Record<string, string>> = {
  Toronto:
    'Queen Street West,King Street West,Yonge Street,Spadina Avenue,Bremner Boulevard,Dundas Street West,Bloor Street West,' +
    'College Street,Bathurst Street,Front Street West,Lake Shore Boulevard West,St. Clair Avenue West,Avenue Road,University Avenue',
  Vancouver: 'Granville Street,Robson Street,West Hastings Street,Burrard Street,Kingsway',
  Montréal:
    'Rue Sainte-Catherine Ouest,Rue Saint-Denis,Boulevard René-Lévesque Ouest,Avenue du Mont-Royal Est,Chemin de la Côte-des-Neiges,' +
    'Rue Sherbrooke Ouest,Boulevard Saint-Laurent',
  'New York City':
    'Broadway,5th Avenue,West 42nd Street,Lexington Avenue,Wall Street,Bleecker Street,Madison Avenue,Park Avenue,Amsterdam Avenue',
  'San Francisco':
    'Market Street,Mission Street,Lombard Street,Valencia Street,Van Ness Avenue,Geary Street,Sutter Street',
  Lagos:
    'Broad Street,Awolowo Road,Adeola Odeku Street,Allen Avenue,Ozumba Mbadiwe Avenue,Ahmadu Bello Way,Admiralty Way,' +
    'Adetokunbo Ademola Street,Herbert Macaulay Way,Ikorodu Road,Bode Thomas Street,Opebi Road,Kofo Abayomi Street',
  Dakar:
    'Avenue Cheikh Anta Diop,Avenue Léopold Sédar Senghor,Boulevard de la République,Rue Mohamed V,Avenue Blaise Diagne,' +
    'Route de la Corniche Ouest,Avenue Bourguiba,Rue de Thiong,Avenue Georges Pompidou,Boulevard du Général de Gaulle',
}

const STEMS = (
  'Maple Oak Cedar Birch Willow Elm Pine Hill Valley River Lake Forest Garden Spring Mill Church School Station Victoria Albert ' +
  'George William Charles Henry James Edward Queen King Prince Duke Adelaide Wellington Nelson Simcoe Jarvis Sherwood Lincoln Grant ' +
  'Jackson Monroe Madison Adams Jefferson Franklin Hamilton Clinton Lafayette Liberty Union Adeniyi Balogun Okafor Adeyemi Ogunlana ' +
  'Bankole Olowu Akerele Ogundana Toyin Diop Ndiaye Faidherbe Gorée Lamine Guèye Félix Éboué Carnot Pasteur Hugo Molière Cartier ' +
  'Champlain Papineau Laurier Beaubien Rosemont Fabre Chambord Masson Bélanger Dandurand Drolet'
).split(' ')
const TYPES = ['Street', 'Avenue', 'Road', 'Drive', 'Crescent', 'Court', 'Lane', 'Boulevard']
const TYPES_IN_FRENCH = ['Rue', 'Avenue', 'Boulevard', 'Chemin', 'Place', 'Allée']
const SPREAD_DEGREES = 0.15

/** Returns the real streets, then invented ones up to `count`; deterministic. */
export function makeStreets(count: number): readonly Place[] {
  const random = createRandom(12)
  const pick = <T>(values: readonly T[]): T => must(values[Math.floor(random() * values.length)], 'a value')
  const toStreet = ({ lat, lng, ...city }: City, name: string): Place => ({
    ...city,
    name,
    otherNames: [],
    kind: 'street',
    rank: UNRANKED,
    lat: lat + (random() - 0.5) * SPREAD_DEGREES,
    lng: lng + (random() - 0.5) * SPREAD_DEGREES,
  })
  const real = CITIES.flatMap((city) => (REAL[city.city] ?? '').split(',').map((name) => toStreet(city, name)))
  const made = Array.from({ length: Math.max(0, count - real.length) }, () => {
    const city = pick(CITIES)
    const isFrench = city.city === 'Dakar' || city.city === 'Montréal'
    const stems = random() < 0.6 ? `${pick(STEMS)} ${pick(STEMS)}` : pick(STEMS)
    return toStreet(city, isFrench ? `${pick(TYPES_IN_FRENCH)} ${stems}` : `${stems} ${pick(TYPES)}`)
  })
  return [...real, ...made]
}
