/** The row of `saved` with the areas whose streets the provider has. */
export const STREET_REGIONS = 'street-regions'
