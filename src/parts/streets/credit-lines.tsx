// Rarely rendered; memoisation would double this file.
'use no memo'

const OPEN_STREET_MAP = 'https://www.openstreetmap.org/copyright'

/** Credits the street data, as its licence requires. */
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
