import type { SignTexts } from './shapes.ts'

export const signEn: SignTexts = {
  scan: 'Scan to park here',
  orType: 'No camera? Type this code in Baywise',
  opens: (host) => `The page that opens begins with ${host}. If another address opens, don’t pay there.`,
  demo: 'Demo sign: nothing here is real',
}
