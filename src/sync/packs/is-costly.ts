import type { RegionChoices } from '../../db/region-row.ts'
import { isMeteredLine, isSparing } from '../../lib/metered-line.ts'

/** Whether nothing may come unasked now: the browser is to be sparing, or the line costs and the driver has not agreed to that. */
export const isCostly = ({ onAnyLine }: RegionChoices): boolean => isSparing() || (isMeteredLine() && !onAnyLine)
