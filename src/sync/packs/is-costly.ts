import type { RegionChoices } from '../../db/region-row.ts'
import { isMeteredLine, isSparing } from '../../lib/metered-line.ts'

/**
 * Returns whether automatic downloads must wait: the browser saves data, or the connection is metered and the driver
 * has not agreed to that.
 */
export const isCostly = ({ onAnyLine }: RegionChoices): boolean => isSparing() || (isMeteredLine() && !onAnyLine)
