/** The product's logo: the outline of a bay with a dot in it. Decorative, because the name is beside it. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="8" fill="#0b57d0" />
      <path
        d="M8 6.5v14h12v-14"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="14" cy="13" r="2.9" fill="#fff" />
    </svg>
  )
}
