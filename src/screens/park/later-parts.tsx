// Rarely rendered; memoisation would double this file.
'use no memo'
import { createElement } from 'react'
import { useLater } from '../../parts/use-later.ts'
import type { ParkChargersProps } from './park-chargers.tsx'
import type { ParkPhotosProps } from '../../parts/photos/park-photos.tsx'
import type { ParkReviewsProps } from '../../parts/reviews/park-reviews.tsx'
import type { ParkPassesProps } from './park-passes.tsx'
import type { ReportProblemProps } from './report-problem.tsx'
import type { UsualHoursProps } from './usual-hours.tsx'

/*
 * Parts below the first screen, in their own chunks: the page renders without them, and the service worker caches them
 * once the app is idle (src/lib/kept-files.ts).
 */
const loadUsualHours = () => import('./usual-hours.tsx')
const loadPasses = () => import('./park-passes.tsx')
const loadChargers = () => import('./park-chargers.tsx')
const loadPhotos = () => import('../../parts/photos/park-photos.tsx')
const loadReviews = () => import('../../parts/reviews/park-reviews.tsx')
const loadReport = () => import('./report-problem.tsx')

export function LaterUsualHours(props: UsualHoursProps) {
  const Part = useLater(loadUsualHours)
  return Part === null ? null : createElement(Part, props)
}

export function LaterReport(props: ReportProblemProps) {
  const Part = useLater(loadReport)
  return Part === null ? null : createElement(Part, props)
}

export function LaterChargers(props: ParkChargersProps) {
  const Part = useLater(loadChargers)
  return Part === null ? null : createElement(Part, props)
}

export function LaterPasses(props: ParkPassesProps) {
  const Part = useLater(loadPasses)
  return Part === null ? null : createElement(Part, props)
}

export function LaterPhotos(props: ParkPhotosProps) {
  const Part = useLater(loadPhotos)
  return Part === null ? null : createElement(Part, props)
}

export function LaterReviews(props: ParkReviewsProps) {
  const Part = useLater(loadReviews)
  return Part === null ? null : createElement(Part, props)
}
