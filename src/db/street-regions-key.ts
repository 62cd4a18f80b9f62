/** Key of the `saved` row that lists the areas for which the provider has streets. */
export const STREET_REGIONS = 'street-regions'
