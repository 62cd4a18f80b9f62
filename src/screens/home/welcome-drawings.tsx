// Rarely rendered: memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'
import { Canvas } from '../../ui/drawings.tsx'

/** Flat drawings in the theme's colours, without faces; decorative, since the text beside them says the same. */
function Scene({ children }: { readonly children: ReactNode }) {
  return (
    <Canvas width={328} height={128}>
      {children}
    </Canvas>
  )
}

/** A phone with its pass, two floors below the mast. */
export const UndergroundScene = () => (
  <Scene>
    <rect width="328" height="40" rx="8" fill="var(--brand-soft)" stroke="none" />
    <rect y="36" width="328" height="92" rx="8" fill="var(--sunken)" stroke="none" />
    <path d="M0 38h328M0 80h196M256 80h72M96 40v84M176 40v38M290 40v84" />
    <path d="M36 36V14h22v22M66 36V6h18v30" opacity={0.7} />
    <path stroke="var(--brand)" d="M282 36V20M274 14q8-7 16 0M268 8q14-12 28 0" />
    <path stroke="var(--bad)" d="M20 104q10-9 20 0M24 110q6-5 12 0M30 116v.2M16 94l28 26" />
    <path
      fill="var(--brand)"
      stroke="none"
      fillRule="evenodd"
      d="M108 118v-14l9-3 9-13q2-3 5-3h21q4 0 6 3l9 13 9 4v13zM124 100h35l-7-10h-21z"
    />
    <g fill="var(--ink)" stroke="none">
      <circle cx="122" cy="118" r="7" />
      <circle cx="162" cy="118" r="7" />
    </g>
    <rect x="200" y="46" width="52" height="80" rx="8" fill="var(--paper)" stroke="var(--ink)" />
    <rect x="208" y="54" width="36" height="10" rx="5" fill="var(--good)" stroke="none" />
    <path
      stroke="var(--ink)"
      strokeLinecap="butt"
      strokeWidth={5}
      strokeDasharray="6 4 3 5 8 4"
      d="M210 74h32M210 81h32M210 88h32M210 95h32M210 102h32"
    />
    <path stroke="var(--muted)" d="M214 114h24" />
  </Scene>
)

/** A change waiting on the phone; one line to the provider; one tick. */
export const OnceScene = () => (
  <Scene>
    <rect width="328" height="128" rx="8" fill="var(--sunken)" stroke="none" />
    <rect x="30" y="18" width="56" height="92" rx="8" fill="var(--paper)" stroke="var(--ink)" />
    <circle cx="58" cy="64" r="17" stroke="var(--waiting)" fill="var(--waiting-soft)" />
    <path stroke="var(--waiting)" d="M58 54v10l7 5" />
    <path stroke="var(--brand)" strokeDasharray="2 9" strokeWidth={4} d="M102 64h116" />
    <path stroke="var(--brand)" d="M152 44q8-7 16 0M146 38q14-12 28 0" />
    <rect x="238" y="34" width="60" height="60" rx="16" fill="var(--good-soft)" stroke="var(--good)" />
    <path stroke="var(--good)" strokeWidth={4} d="M255 64l9 9 17-19" />
  </Scene>
)
