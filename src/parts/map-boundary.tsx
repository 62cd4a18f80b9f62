import { Component, type ReactNode } from 'react'

interface MapBoundaryProps {
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Keeps a map that fails to load or render from removing the list as well. React logs the error itself. */
export class MapBoundary extends Component<MapBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
