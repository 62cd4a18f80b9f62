/** Maximum length of the reason for a staff money action, in UTF-16 units. */
export const MAX_REASON = 200
