/** Maximum number of photos per car park, which its operator uploads. */
export const PARK_PHOTOS_MAX = 8
/** Maximum length of a photo's description, in UTF-16 units. */
export const PHOTO_TEXT_MAX = 200
/**
 * Widths in pixels: a row on a phone, the same on a high-density screen, and full size on a large screen. Photos are
 * never upscaled.
 */
export const PHOTO_WIDTHS = [480, 960, 1_600] as const
