/** The row of `saved` that says when a country's list of states came. */
export const statesKey = (countryId: number): string => `states-${countryId}`
