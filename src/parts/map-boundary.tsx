import { Component, type ReactNode } from 'react'

interface MapBoundaryProps {
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** A map that cannot be loaded or drawn must not take the list with it. React logs the error itself. */
export class MapBoundary extends Component<MapBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
