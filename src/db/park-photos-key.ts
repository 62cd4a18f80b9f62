export const PARK_PHOTOS = 'photos:'

/** Key of the `saved` row that lists the photos of a car park. */
export const parkPhotosKey = (parkId: number): string => `${PARK_PHOTOS}${parkId}`
