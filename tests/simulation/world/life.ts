/** Whether a tab runs. */
export class Life {
  isAlive = true
  #isFrozen = false
  #isKept = true
  #waiting: (() => void)[] = []

  /** Asleep or in the background for long: nothing of it runs before it wakes, and what it holds it goes on holding. */
  get isFrozen(): boolean {
    return this.#isFrozen
  }

  set isFrozen(isFrozen: boolean) {
    if (isFrozen) this.freeze(true)
    else this.thaw()
  }

  /** Whether a transaction of which all is written is committed without the tab, which hears of it when it wakes. */
  get isKept(): boolean {
    return this.#isKept
  }

  freeze(isKept: boolean): void {
    this.#isFrozen = true
    this.#isKept = isKept
  }

  thaw(): void {
    this.#isFrozen = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const work of waiting) work()
  }

  /** At once, unless it is frozen: then when it wakes. */
  whenAwake(work: () => void): void {
    if (this.#isFrozen) this.#waiting.push(work)
    else work()
  }
}
