import { open, readFile, rm } from 'node:fs/promises'

/** True while a process with this id exists, regardless of its owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const readPid = async (path: string): Promise<number | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const pid = Number.parseInt(text ?? '', 10)
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

async function tryTake(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The last holder of each path in this process. */
const turns = new Map<string, Promise<unknown>>()

/** Runs `work` while holding a file that names this process. Takes over the lock of a dead process. */
export function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const take = (): Promise<T> => holdFile(path, work)
  const turn = (turns.get(path) ?? Promise.resolve()).then(take, take)
  turns.set(path, turn)
  return turn
}

/**
 * Called one at a time per path in this process, so an existing file with our own process id is stale: a predecessor
 * killed in a container had the same id.
 */
async function holdFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 30_000
  let unreadableSince: number | undefined
  while (!(await tryTake(path))) {
    const holder = await readPid(path)
    // A new lock file is empty until its id is written, so an empty one counts as abandoned only after a second.
    unreadableSince = holder === undefined ? (unreadableSince ?? Date.now()) : undefined
    const abandoned =
      holder === undefined ? Date.now() - (unreadableSince ?? 0) > 1_000 : holder === process.pid || !isAlive(holder)
    if (abandoned) await rm(path, { force: true })
    else if (Date.now() > deadline) throw new Error(`${path} has been held by process ${String(holder)} for 30 s`)
    else await new Promise((resolve) => setTimeout(resolve, 25))
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}
