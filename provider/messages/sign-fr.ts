import type { SignTexts } from './shapes.ts'

// French typography: U+00A0 before a colon.
export const signFr: SignTexts = {
  scan: 'Scannez pour stationner ici',
  orType: 'Pas d’appareil photo ? Saisissez ce code dans Baywise',
  opens: (host) => `La page qui s’ouvre commence par ${host}. Si une autre adresse s’ouvre, n’y payez pas.`,
  demo: 'Panneau de démonstration : rien n’est réel ici',
}
