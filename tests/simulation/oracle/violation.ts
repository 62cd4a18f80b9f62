/** An invariant that does not hold. */
export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, facts: string) {
    super(`${invariant}: ${facts}`)
    this.name = 'Violation'
    this.invariant = invariant
  }
}

export function hold(isHeld: boolean, invariant: string, facts: () => string): void {
  if (!isHeld) throw new Violation(invariant, facts())
}
