interface Armed {
  readonly work: () => void
  turns: number
}

interface Awaited {
  readonly tabId: string
  readonly isIt: (request: Request) => boolean
  readonly work: () => void
}

/** Interruptions after a number of turns, or when a certain request is sent. Each happens once. */
export class Interruptions {
  #armed: readonly Armed[] = []
  #awaited: readonly Awaited[] = []

  after(turns: number, work: () => void): void {
    this.#armed = [...this.#armed, { work, turns }]
  }

  atSend(awaited: Awaited): void {
    this.#awaited = [...this.#awaited, awaited]
  }

  countTurn(): void {
    for (const armed of this.#armed) armed.turns -= 1
    const due = this.#armed.filter(({ turns }) => turns <= 0)
    if (due.length === 0) return
    this.#armed = this.#armed.filter(({ turns }) => turns > 0)
    for (const { work } of due) work()
  }

  noteSend(tabId: string, request: Request): void {
    const due = this.#awaited.filter((awaited) => awaited.tabId === tabId && awaited.isIt(request))
    if (due.length === 0) return
    this.#awaited = this.#awaited.filter((awaited) => !due.includes(awaited))
    for (const { work } of due) work()
  }

  clear(): void {
    this.#armed = []
    this.#awaited = []
  }
}
