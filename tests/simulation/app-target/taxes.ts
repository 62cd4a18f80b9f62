export const HST = {
  code: 'hst',
  name: 'HST',
  kind: 'percent',
  value: 13_000,
  compound: false,
  from: null,
  to: null,
} as const
