/** A state, province or region of a country. */
export interface State {
  readonly id: number
  readonly name: string
  readonly country_id: number
}

/**
 * Built-in lists: the specification's for Nigeria, the United States and Senegal, and Canada's provinces and
 * territories. Ids are fixed: country id x 100 + position, so new names must be appended to their list.
 */
const NAMES: ReadonlyArray<readonly [countryId: number, names: readonly string[]]> = [
  [1, ['Lagos', 'Abuja', 'Rivers', 'Kano', 'Oyo', 'Kaduna', 'Enugu']],
  [2, ['California', 'New York', 'Texas', 'Florida', 'Illinois']],
  [
    3,
    [
      'Alberta',
      'British Columbia',
      'Manitoba',
      'New Brunswick',
      'Newfoundland and Labrador',
      'Nova Scotia',
      'Ontario',
      'Prince Edward Island',
      'Quebec',
      'Saskatchewan',
      'Northwest Territories',
      'Nunavut',
      'Yukon',
    ],
  ],
  [4, ['Dakar', 'Thiès', 'Saint-Louis', 'Ziguinchor']],
]

export const STATES: readonly State[] = NAMES.flatMap(([countryId, names]) =>
  names.map((name, index) => ({ id: countryId * 100 + index + 1, name, country_id: countryId })),
)

/** Returns an empty list for a country outside the four. */
export const statesOf = (countryId: number): readonly State[] =>
  STATES.filter((state) => state.country_id === countryId)
