import { useSyncExternalStore } from 'react'
import { selectedCountry, type SelectedCountry } from '../signals/selected-country.ts'

const onServer = (): null => null

/** Null until the driver or the detection has selected one. */
export const useSelectedCountry = (): SelectedCountry | null =>
  useSyncExternalStore(selectedCountry.subscribe, selectedCountry.get, onServer)
