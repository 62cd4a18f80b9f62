import { Component, type ErrorInfo, type ReactNode } from 'react'
import { consoleLog } from '../lib/log.ts'
import { ErrorScreen } from './error-screen.tsx'

interface Props {
  /** A new key (the path) gives the next page a fresh start. */
  readonly children: ReactNode
  /** Where the failure is told, when not in the place of what failed. */
  around?(failure: ReactNode): ReactNode
  /** Beside a page, see `ErrorScreen`. */
  readonly isPanel?: boolean
}

interface State {
  readonly error: unknown
  /** Kept here: what is told of a failure is drawn anew when the next try fails too. */
  readonly isRetried: boolean
}

/** The only class: React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, isRetried: false }

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error ?? new Error('Something was thrown that is not an error') }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    consoleLog.error('render_failed', { error: String(error), where: info.componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, isRetried } = this.state
    const { children, around, isPanel = false } = this.props
    if (error === null) return children
    const retry = () => this.setState({ error: null, isRetried: true })
    const failure = <ErrorScreen error={error} isRetried={isRetried} isPanel={isPanel} onRetry={retry} />
    return around === undefined ? failure : around(failure)
  }
}
