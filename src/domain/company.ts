/** People of a company: an administrator manages it and may book for it, a driver only books. */
export const COMPANY_ROLES = ['admin', 'driver'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** Most people of one company. */
export const COMPANY_MEMBERS_MAX = 500

/** Most vehicles that a company pays for, where it does not pay for any. */
export const COMPANY_PLATES_MAX = 500
