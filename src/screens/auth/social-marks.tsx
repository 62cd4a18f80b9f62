/** The services' own logos, as their sign-in button guidelines require; decorative, since the name is next to them. */
const SIZE = { width: 20, height: 20, 'aria-hidden': true, focusable: false } as const

export function GoogleMark() {
  return (
    <svg {...SIZE} viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9A24 24 0 0 0 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.5c0-1.6-.2-3.1-.4-4.5H24v9h12.9a11 11 0 0 1-4.8 7.2l7.7 6c4.5-4.2 7.2-10.4 7.2-17.7z"
      />
      <path fill="#FBBC05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6z" />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6A14.5 14.5 0 0 1 10.5 28.6l-8 6.2A24 24 0 0 0 24 48z"
      />
    </svg>
  )
}

export function AppleMark() {
  return (
    <svg {...SIZE} viewBox="2.5 2 19 19.5" fill="currentColor">
      <path d="M17.05 12.54c-.02-2.2 1.8-3.26 1.88-3.31a4.05 4.05 0 0 0-3.19-1.72c-1.34-.14-2.64.8-3.33.8-.7 0-1.75-.78-2.88-.76a4.24 4.24 0 0 0-3.57 2.18c-1.54 2.66-.39 6.58 1.09 8.73.73 1.05 1.59 2.23 2.72 2.19 1.1-.04 1.51-.7 2.84-.7 1.32 0 1.7.7 2.85.68 1.18-.02 1.93-1.07 2.64-2.13a8.7 8.7 0 0 0 1.21-2.46 3.81 3.81 0 0 1-2.26-3.5zM14.9 6.09a3.88 3.88 0 0 0 .9-2.79 3.96 3.96 0 0 0-2.56 1.32 3.7 3.7 0 0 0-.92 2.69 3.27 3.27 0 0 0 2.58-1.22z" />
    </svg>
  )
}
