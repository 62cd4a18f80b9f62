// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'

const OPEN_STREET_MAP = 'https://www.openstreetmap.org/copyright'

/** Whose streets are drawn, as the licence asks for. */
export function CreditLines({
  attributions,
  className,
}: {
  readonly attributions: readonly string[]
  readonly className: string | undefined
}) {
  return attributions.map((text) => (
    <p key={text} className={className}>
      {text.includes('OpenStreetMap') ? (
        <a href={OPEN_STREET_MAP} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  ))
}
