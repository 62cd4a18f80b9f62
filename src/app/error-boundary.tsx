import { Component, type ErrorInfo, type ReactNode } from 'react'
import { consoleLog } from '../lib/log.ts'
import { ErrorScreen } from './error-screen.tsx'

interface Props {
  /** A new key (the path) gives the next page a fresh start. */
  readonly children: ReactNode
  /** Where the failure is told, when not in the place of what failed. */
  around?(failure: ReactNode): ReactNode
}

interface State {
  readonly error: unknown
}

/** The only class: React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Something was thrown that is not an error') }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    consoleLog.error('render_failed', { error: String(error), where: info.componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error } = this.state
    const { children, around } = this.props
    if (error === null) return children
    const failure = <ErrorScreen error={error} onRetry={() => this.setState({ error: null })} />
    return around === undefined ? failure : around(failure)
  }
}
