export const TYPICAL_HOURS = 'typical:'

/** Key of the `saved` row that holds the typical occupancy of a car park. */
export const typicalHoursKey = (parkId: number): string => `${TYPICAL_HOURS}${parkId}`
