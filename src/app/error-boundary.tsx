import { Component, type ErrorInfo, type ReactNode } from 'react'
import { consoleLog } from '../lib/log.ts'
import { ErrorScreen } from './error-screen.tsx'

interface Props {
  /** Give the boundary a new key (the path) to reset it for the next page. */
  readonly children: ReactNode
  /** Where to show the failure, if not in place of the failed part. */
  around?(failure: ReactNode): ReactNode
  /** Shown beside a page, see `ErrorScreen`. */
  readonly isPanel?: boolean
}

interface State {
  readonly error: unknown
  /** Kept here because the failure's content is mounted again when the retry fails too. */
  readonly isRetried: boolean
}

/** The only class component: React has no other way to catch errors thrown while rendering. */
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
