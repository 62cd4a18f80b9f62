/** Photos of car parks, by their operators. */
export const PARK_PHOTOS_MAX = 8
/** Of a text that describes one, in UTF-16 units. */
export const PHOTO_TEXT_MAX = 200
/** Pixels across: a row on a phone, the same on a sharp screen, and opened on a large one. A photo is never made larger. */
export const PHOTO_WIDTHS = [480, 960, 1_600] as const
