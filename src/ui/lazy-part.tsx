import { lazy, useState, type ComponentType } from 'react'

export type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code ahead, so that the part renders without a fallback: React holds content back for 300 ms behind one.
   */
  readonly preload: () => Promise<unknown>
}

/** Creates a component in its own chunk. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later: ComponentType<Props> = lazy(preload)
  const Part = (props: Props) => {
    // The compiler would move the function below out of the scope that holds `loaded`.
    'use no memo'
    // Fixed while mounted: switching to the other component would reset the state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Component {...props} />
  }
  return Object.assign(Part, { preload })
}
