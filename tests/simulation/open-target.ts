import type { SimulationTarget } from './target.ts'

/** By its name; each is loaded only when it is asked for, because one of them brings a database server. */
export async function openTarget(name: string): Promise<SimulationTarget> {
  if (name === 'rules') return (await import('./rules-target/rules-target.ts')).createRulesTarget()
  if (name === 'app') return (await import('./app-target/start-app-target.ts')).startAppTarget()
  throw new RangeError(`No such target: ${name} (rules or app)`)
}
