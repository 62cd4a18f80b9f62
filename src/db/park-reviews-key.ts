export const PARK_REVIEWS = 'reviews:'

/** The row of `saved` with what drivers say of a car park. */
export const parkReviewsKey = (parkId: number): string => `${PARK_REVIEWS}${parkId}`
