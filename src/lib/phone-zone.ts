/** The IANA zone of this phone: for times that belong to no car park. */
export const phoneZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
