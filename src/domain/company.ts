/** Roles in a company: an administrator manages it and may book for it; a driver only books. */
export const COMPANY_ROLES = ['admin', 'driver'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** Maximum members per company. */
export const COMPANY_MEMBERS_MAX = 500

/** Maximum vehicles in a company's list; without a list it pays for any vehicle. */
export const COMPANY_PLATES_MAX = 500
