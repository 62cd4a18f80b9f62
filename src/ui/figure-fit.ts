/**
 * Returns the `data-fit` of a large figure that never wraps: how many characters must fit on one line of a phone. The
 * fewer, the larger the figure may grow with the driver's text size (`tokens.css`).
 */
export function figureFit(figure: string): 7 | 9 | 12 {
  if (figure.length <= 7) return 7
  return figure.length <= 9 ? 9 : 12
}
