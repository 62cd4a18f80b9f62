/** Whether a tab runs. */
export class Life {
  isAlive = true
  #isFrozen = false
  #isKept = true
  #waiting: (() => void)[] = []

  /** Asleep or long in the background: nothing runs before the tab wakes, and it keeps what it holds. */
  get isFrozen(): boolean {
    return this.#isFrozen
  }

  set isFrozen(isFrozen: boolean) {
    if (isFrozen) this.freeze(true)
    else this.thaw()
  }

  /**
   * Whether a transaction with all its requests done is committed without the tab, which learns of it when it wakes.
   */
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

  /** Runs `work` at once, or when a frozen tab wakes. */
  whenAwake(work: () => void): void {
    if (this.#isFrozen) this.#waiting.push(work)
    else work()
  }
}
