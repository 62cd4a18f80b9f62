/** Key of the `saved` row that dates a country's list of states. */
export const statesKey = (countryId: number): string => `states-${countryId}`
