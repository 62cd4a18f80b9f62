export const PARK_REVIEWS = 'reviews:'

/** Key of the `saved` row that holds the reviews of a car park. */
export const parkReviewsKey = (parkId: number): string => `${PARK_REVIEWS}${parkId}`
