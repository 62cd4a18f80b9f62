import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { OperatorKeyWire, OperatorScope } from '../../contract/operator.ts'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { MembersSection } from './members-section.tsx'

export interface SectionProps {
  readonly operator: OperatorKeyWire
  /** The code of the car park that is chosen; null: none, or all. */
  readonly park: string | null
}

interface Section {
  /** In the address. */
  readonly name: string
  /** Shown to who has it. */
  readonly scope: OperatorScope
  readonly title: MessageDescriptor
  readonly icon: ComponentType
  readonly Body: ComponentType<SectionProps>
}

/** The pages of the console, in their order. */
export const SECTIONS: readonly Section[] = [
  { name: 'people', scope: 'members', title: msg`People`, icon: PersonIcon, Body: MembersSection },
]
