/** Regular-expression source of a 12-hour time: "7am", "9:30 am", "11:59 pm". */
export const TWELVE_HOUR = String.raw`\d{1,2}(?::\d\d)?\s?[ap]m`

/**
 * Minutes after midnight of "7am" or "11:59 pm"; 23:59 is how sources write midnight. Undefined when the text is no
 * such time.
 */
export function parseTwelveHour(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d\d))?\s?([ap])m$/i.exec(text.trim())
  if (match === null) return undefined
  const hour = Number(match[1])
  const minute = Number(match[2] ?? '0')
  if (hour < 1 || hour > 12 || minute > 59) return undefined
  const total = ((hour % 12) + (match[3]?.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute
  return total === 1439 ? 1440 : total
}

/** Minutes after midnight of "06:30", up to "24:00". */
export function parseTwentyFourHour(text: string): number | undefined {
  const match = /^(\d\d):(\d\d)$/.exec(text)
  if (match === null) return undefined
  const total = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && total <= 1440 ? total : undefined
}
