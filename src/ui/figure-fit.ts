/**
 * For `data-fit` of a large figure that never breaks: how many letters must fit beside each other on a phone. The fewer, the larger it
 * may grow with the driver's text (`tokens.css`).
 */
export function figureFit(figure: string): 7 | 9 | 12 {
  if (figure.length <= 7) return 7
  return figure.length <= 9 ? 9 : 12
}
