import { type OwnCompanies, readCompanies } from '../db/read/companies.ts'
import { type Query, useSaved } from './query.ts'

/** The companies that pay for the driver, available with no signal too. */
export const useCompanies = (): Query<OwnCompanies> => useSaved(() => readCompanies(), [])
