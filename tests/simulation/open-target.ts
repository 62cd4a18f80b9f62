import type { SimulationTarget } from './target.ts'

/** Opens a target by name; loads each only on demand, because one of them brings a database server. */
export async function openTarget(name: string): Promise<SimulationTarget> {
  if (name === 'rules') return (await import('./rules-target/rules-target.ts')).createRulesTarget()
  if (name === 'app') return (await import('./app-target/start-app-target.ts')).startAppTarget()
  throw new RangeError(`No such target: ${name} (rules or app)`)
}
