import type { ReactNode } from 'react'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { CarIcon, MotorcycleIcon, TruckIcon, VanIcon } from '../../ui/icons-place.tsx'

const ICON: Readonly<Record<VehicleTypeId, ReactNode>> = {
  1: <CarIcon />,
  2: <MotorcycleIcon />,
  3: <VanIcon />,
  4: <TruckIcon />,
}

export const VehicleIcon = ({ typeId }: { readonly typeId: VehicleTypeId }) => ICON[typeId]
