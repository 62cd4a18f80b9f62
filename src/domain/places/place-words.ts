import type { CountryCode } from '../country.ts'
import type { PlaceKind } from './place.ts'

/** Groups of normalised synonyms and abbreviations in both languages. A word may be in several groups. */
const SAME_WORDS: ReadonlyArray<readonly string[]> = [
  ['st', 'saint', 'sainte', 'ste'],
  ['st', 'street', 'str'],
  ['rue', 'r'],
  ['ave', 'av', 'avenue'],
  ['blvd', 'bd', 'boul', 'boulevard'],
  ['rd', 'road', 'route', 'rte'],
  ['dr', 'drive'],
  ['hwy', 'highway'],
  ['expy', 'expwy', 'expressway'],
  ['pkwy', 'parkway'],
  ['cres', 'crescent'],
  ['sq', 'square'],
  ['pl', 'place', 'plaza'],
  ['ctr', 'cntr', 'center', 'centre'],
  ['univ', 'uni', 'university', 'universite'],
  ['col', 'college'],
  ['intl', 'int', 'international', 'internationale'],
  ['stn', 'sta', 'station', 'gare'],
  ['airport', 'aeroport', 'apt', 'aerodrome'],
  ['hosp', 'hospital', 'hopital'],
  ['stadium', 'stade'],
  ['pk', 'park', 'parc'],
  ['mt', 'mount', 'mont'],
  ['ft', 'fort'],
  ['isl', 'is', 'island', 'ile'],
  ['n', 'north', 'nord'],
  ['s', 'south', 'sud'],
  ['e', 'east', 'est'],
  ['w', 'west', 'ouest'],
  ['market', 'marche'],
  ['museum', 'musee'],
  ['theatre', 'theater'],
  ['harbour', 'harbor', 'port'],
  ['beach', 'plage'],
  ['cathedral', 'cathedrale'],
  ['mosque', 'mosquee'],
  ['govt', 'gov', 'government'],
  ['1st', 'first', 'one', '1'],
  ['2nd', 'second', 'two', '2'],
  ['3rd', 'third', 'three', '3'],
  ['4th', 'fourth', 'four', '4'],
  ['5th', 'fifth', 'five', '5'],
  ['6th', 'sixth', 'six', '6'],
  ['7th', 'seventh', 'seven', '7'],
  ['8th', 'eighth', 'eight', '8'],
]

const EQUAL_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(SAME_WORDS.flat())].map((word) => [
    word,
    [...new Set(SAME_WORDS.filter((group) => group.includes(word)).flat())].filter((other) => other !== word),
  ]),
)

/** Returns other spellings of a normalised word: `st` is saint and street, `5th` is 5. */
export function otherSpellings(word: string): readonly string[] {
  const ordinal = /^(\d+)(st|nd|rd|th|e|eme)$/.exec(word)?.[1]
  const equal = EQUAL_WORDS.get(word) ?? []
  return ordinal === undefined ? equal : [...equal, ordinal]
}

const KIND_WORDS: Readonly<Partial<Record<PlaceKind, string>>> = {
  airport: 'airport aeroport airfield aerodrome',
  station: 'station gare metro subway train rer ter brt terminal terminus',
  stadium: 'stadium stade arena ballpark',
  university: 'university universite univ college campus school',
  hospital: 'hospital hopital clinic clinique health sante',
  mall: 'mall shopping plaza commercial market marche',
  landmark: 'museum musee monument theatre landmark',
  square: 'square place',
  park: 'park parc garden jardin',
}

const KINDS_OF_WORD = Object.entries(KIND_WORDS).flatMap(([kind, words]) =>
  words.split(' ').map((word) => ({ kind: kind as PlaceKind, word })),
)
const WORD_FROM = 4

/** Returns the kinds of places that a word may stand for: `aeropo` for airports. */
export const kindsMeant = (word: string): readonly PlaceKind[] =>
  KINDS_OF_WORD.filter((entry) => entry.word === word || (word.length >= WORD_FROM && entry.word.startsWith(word))).map(
    ({ kind }) => kind,
  )

/** Words that names contain or omit arbitrarily. */
const FILLERS = new Set('the of at in and near a de du des d la le les l et au aux pres'.split(' '))
export const isFiller = (word: string): boolean => FILLERS.has(word)

/** House numbers, postal codes and units, which are not part of any place name. */
export const isAddressNumber = (word: string): boolean => /^(\d{1,6}[a-z]?|[a-z]\d[a-z]|\d[a-z]\d)$/.test(word)

/** Normalised country names as drivers type them. */
export const COUNTRY_WORDS: Readonly<Record<CountryCode, string>> = {
  NG: 'nigeria ng naija',
  SN: 'senegal sn',
  CA: 'canada ca',
  US: 'usa us united states america etats unis amerique',
}

/** Postal abbreviations of states and provinces, by normalised name. */
export const STATE_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'alberta=ab,british columbia=bc,manitoba=mb,new brunswick=nb,newfoundland and labrador=nl,nova scotia=ns,ontario=on,' +
    'northwest territories=nt,nunavut=nu,prince edward island=pe pei,quebec=qc,saskatchewan=sk,yukon=yt,alabama=al,alaska=ak,' +
    'arizona=az,arkansas=ar,california=ca calif,colorado=co,connecticut=ct,delaware=de,district of columbia=dc,florida=fl,' +
    'georgia=ga,hawaii=hi,idaho=id,illinois=il,indiana=in,iowa=ia,kansas=ks,kentucky=ky,louisiana=la,maine=me,maryland=md,' +
    'massachusetts=ma,michigan=mi,minnesota=mn,mississippi=ms,missouri=mo,montana=mt,nebraska=ne,nevada=nv,new hampshire=nh,' +
    'new jersey=nj,new mexico=nm,new york=ny nyc,north carolina=nc,north dakota=nd,ohio=oh,oklahoma=ok,oregon=or,' +
    'pennsylvania=pa,rhode island=ri,south carolina=sc,south dakota=sd,tennessee=tn,texas=tx,utah=ut,vermont=vt,virginia=va,' +
    'washington=wa,west virginia=wv,wisconsin=wi,wyoming=wy,federal capital territory=fct abuja'
  )
    .split(',')
    .map((entry) => entry.split('=')),
)
