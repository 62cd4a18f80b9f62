import { pathIcon } from './icon.tsx'

/** Icons for states. Each state has its word as well. */
export const ClockIcon = pathIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2')
export const CircleCheckIcon = pathIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.3l2.8 2.8L16 9.5')
export const OctagonCrossIcon = pathIcon(
  'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6',
)
export const TriangleIcon = pathIcon('M12 3.5L2.5 20.5h19zM12 10v5M12 17.7v.01')
export const InfoIcon = pathIcon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.01')
export const NoSignalIcon = pathIcon(
  'M3 3l18 18M3 9.5a13 13 0 0 1 4.5-2.9M11.5 5.5A13 13 0 0 1 21 9.5M6.5 13a8 8 0 0 1 4-2.2M15 11.3a8 8 0 0 1 2.5 1.7M12 18.5v.01M9.7 16a3.5 3.5 0 0 1 2.8-.9',
)
export const SignalClockIcon = pathIcon(
  'M2.5 9a13.5 13.5 0 0 1 19 0M6 12.7a8.5 8.5 0 0 1 6.5-2.4M9 16a4 4 0 0 1 1.5-1M17 21.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM17 15v2.2l1.4.9',
)
