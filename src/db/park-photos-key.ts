export const PARK_PHOTOS = 'photos:'

/** The row of `saved` with which photos there are of a car park. */
export const parkPhotosKey = (parkId: number): string => `${PARK_PHOTOS}${parkId}`
