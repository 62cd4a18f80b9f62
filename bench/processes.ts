import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Returns the ids of a process and of all its descendants. Linux only: reads /proc. */
export async function processTree(root: number): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  for (const id of ids) {
    // A process that has ended since the listing has no file.
    const stat = await readFile(`/proc/${String(id)}/stat`, 'utf8').catch(() => '')
    parents.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const childrenOf = (parent: number): number[] =>
    ids.flatMap((id) => (parents.get(id) === parent ? [id, ...childrenOf(id)] : []))
  return [root, ...childrenOf(root)]
}

/** Proportional set size in bytes: shared pages are divided among the processes that share them. */
export async function pssBytes(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${String(id)}/smaps_rollup`, 'utf8')
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]
  if (kilobytes === undefined) throw new Error(`No Pss for process ${String(id)}`)
  return Number(kilobytes) * 1024
}

/** Finds the provider and the database of a data folder by the pid files they leave in it. */
export async function findOwners(dataDir: string): Promise<{ readonly provider: number; readonly postmaster: number }> {
  const [user] = await readdir(path.join(dataDir, 'pg-users'))
  const note = await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8')
  const [provider, postmaster] = [Number.parseInt(user ?? '', 10), Number.parseInt(note, 10)]
  if (!Number.isInteger(provider) || !Number.isInteger(postmaster)) throw new Error(`Nothing runs on ${dataDir}`)
  return { provider, postmaster }
}
