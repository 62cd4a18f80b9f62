import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { HelpTopic } from '../../domain/article.ts'

const NAMES: Readonly<Record<HelpTopic, ReactNode>> = {
  passes: <Trans>Passes and gates</Trans>,
  bookings: <Trans>Bookings</Trans>,
  money: <Trans>Money</Trans>,
  offline: <Trans>Without signal</Trans>,
  account: <Trans>Account and reminders</Trans>,
  baywise: <Trans>About Baywise</Trans>,
}

export const topicName = (topic: HelpTopic): ReactNode => NAMES[topic]
