/** People of a company: an administrator manages it and may book for it, a driver only books. */
export const COMPANY_ROLES = ['admin', 'driver'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** Most people of one company. */
export const COMPANY_MEMBERS_MAX = 500
