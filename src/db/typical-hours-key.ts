export const TYPICAL_HOURS = 'typical:'

/** The row of `saved` with how full a car park usually is. */
export const typicalHoursKey = (parkId: number): string => `${TYPICAL_HOURS}${parkId}`
