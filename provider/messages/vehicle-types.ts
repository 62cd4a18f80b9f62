import type { Language } from './language.ts'

/** Names of the vehicle types, by id. */
export const VEHICLE_TYPE_NAMES: Readonly<Record<Language, Readonly<Record<1 | 2 | 3 | 4, string>>>> = {
  en: { 1: 'Car', 2: 'Motorcycle', 3: 'Van', 4: 'Truck or bus' },
  fr: { 1: 'Voiture', 2: 'Moto', 3: 'Fourgonnette', 4: 'Camion ou bus' },
}
