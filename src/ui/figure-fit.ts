/**
 * For `data-fit` of a large figure that never breaks: how many letters must fit beside each other on a phone. The fewer, the larger it
 * may grow with the driver's text (`tokens.css`).
 */
export function figureFit(figure: string): 7 | 9 | 12 | 15 {
  if (figure.length <= 7) return 7
  if (figure.length <= 9) return 9
  return figure.length <= 12 ? 12 : 15
}
