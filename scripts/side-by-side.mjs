/**
 * Runs steps in parallel but shows their output in sequence: the first unfinished step of the list is shown live, the
 * output of the others is buffered until their turn. Plain Node 20, no dependency.
 */

/**
 * Shows the output of each step in list order.
 * @param {readonly {name: string}[]} steps
 * @param {(text: string) => void} show
 */
function outputInOrder(steps, show) {
  const kept = steps.map(({ name }) => `\n=== ${name}\n`)
  const ended = steps.map(() => false)
  let shown = 0
  const showKept = () => {
    if (shown >= steps.length) return
    show(kept[shown] ?? '')
    kept[shown] = ''
  }
  return {
    begin: showKept,
    write: (index, text) => {
      kept[index] += text
      if (index === shown) showKept()
    },
    end: (index) => {
      ended[index] = true
      while (ended[shown]) {
        shown += 1
        showKept()
      }
    },
  }
}

/**
 * Starts each step in list order, as soon as enough cores are free and the steps in its `after` have ended; one that
 * needs more cores than exist runs alone. Returns the results of `run` in list order.
 *
 * @template Result
 * @param {readonly {name: string, cores: number, after?: readonly string[]}[]} steps
 * @param {{cores: number, run: (name: string, write: (text: string) => void) => Promise<Result>, show: (text: string) => void}} how
 * @returns {Promise<Result[]>} rejects as soon as a run does
 */
export async function runSideBySide(steps, { cores, run, show }) {
  const output = outputInOrder(steps, show)
  const waiting = new Map(steps.map((step, index) => [step.name, index]))
  const unfinished = new Set(waiting.keys())
  const running = new Map()
  const results = []
  let free = cores

  const isReady = ({ after = [] }) => after.every((name) => !unfinished.has(name))
  const begin = (index) => {
    const { name, cores: needed } = steps[index]
    waiting.delete(name)
    free -= needed
    const end = (result) => {
      free += needed
      results[index] = result
      running.delete(name)
      unfinished.delete(name)
      output.end(index)
    }
    running.set(name, run(name, (text) => output.write(index, text)).then(end))
  }
  const beginWhatFits = () => {
    for (const index of waiting.values()) {
      const step = steps[index]
      if (!isReady(step)) continue
      // Later steps do not overtake: a step that needs many cores would otherwise wait for all of them.
      if (running.size > 0 && step.cores > free) return
      begin(index)
    }
  }

  output.begin()
  while (unfinished.size > 0) {
    beginWhatFits()
    if (running.size === 0) throw new Error(`steps wait for one another: ${[...waiting.keys()].join(', ')}`)
    await Promise.race(running.values())
  }
  return results
}
